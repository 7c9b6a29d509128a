package io.truebell.dispatch.explain;

import io.truebell.core.message.DeliveryState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A notification as it was accepted, which never changes, and what became of it.
 *
 * @param channels the channels that were asked for; null for every channel
 * @param createdBy which key posted it
 * @param recipients how many messages it made
 * @param fanOut how far its streamed list of recipients has come; null when it came with them
 * @param deliveries how many deliveries stand in each state
 */
record NotificationFactView(
    UUID id,
    String type,
    String category,
    String subject,
    Map<String, Object> payload,
    @Nullable List<String> channels,
    boolean urgent,
    @Nullable Instant notBefore,
    @Nullable Instant expiresAt,
    @Nullable Instant cancelledAt,
    Instant createdAt,
    String createdBy,
    int recipients,
    @Nullable FanOutView fanOut,
    Map<DeliveryState, Long> deliveries) {}
