package io.truebell.suppression;

import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A ban as it is stored, and whether it stops deliveries now. */
record Suppression(
    UUID id,
    RecipientId recipient,
    String channel,
    @Nullable UUID endpoint,
    @Nullable String category,
    String setBy,
    String reason,
    String source,
    String evidence,
    @Nullable UUID delivery,
    Instant since,
    Instant createdAt,
    boolean stands,
    @Nullable Instant liftedAt,
    @Nullable String liftedBy,
    @Nullable String liftReason) {}
