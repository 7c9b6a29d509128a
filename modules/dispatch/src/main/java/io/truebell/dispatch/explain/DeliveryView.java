package io.truebell.dispatch.explain;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One delivery as the API shows it. */
public record DeliveryView(
    UUID id,
    UUID message,
    UUID notification,
    String recipient,
    @Nullable String channel,
    @Nullable String account,
    @Nullable String endpointHint,
    DeliveryState state,
    @Schema(description = "stable code of why it stands there") String reason,
    boolean sandbox,
    @Schema(description = "the strongest status that this channel can ever prove")
        @Nullable String ceiling,
    int attempts,
    Instant notBefore,
    @Nullable Instant expiresAt,
    @Nullable String providerRef,
    @Nullable Instant receiptOverdueAt,
    @Schema(description = "the delivery that this one was sent in place of")
        @Nullable UUID resendOf,
    @Schema(description = "the delivery that was sent in place of this one")
        @Nullable UUID resentAs,
    Instant createdAt,
    Instant updatedAt,
    Said status,
    @Schema(description = "why it stands there, as a sentence") Said why) {}
