package io.truebell.dispatch.intake;

import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A notification whose every field was checked.
 *
 * @param recipients external ids in the order in which they were first named, with how often
 * @param payload the JSON object as text
 * @param channels null for every channel
 * @param idempotencyKey null when the caller gave none
 * @param contentHash SHA-256 of everything but the key
 */
record NewNotification(
    String type,
    Category category,
    String subject,
    Map<String, Integer> recipients,
    String payload,
    @Nullable List<ChannelKey> channels,
    boolean urgent,
    @Nullable Instant notBefore,
    @Nullable Instant expiresAt,
    @Nullable String idempotencyKey,
    byte[] contentHash) {}
