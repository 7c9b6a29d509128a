package io.truebell.dispatch.fanout;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.dispatch.intake.NotificationRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A notification whose recipients come separately. Its fields mean what they mean in {@code POST
 * /v1/notifications}.
 *
 * @param holdUntilComplete whether nothing is sent before the list of recipients is complete;
 *     otherwise the first are sent while the last still come in
 */
record BulkRequest(
    @Schema(example = "term.begins", requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String type,
    @Schema(
            allowableValues = {"transactional", "marketing"},
            requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String category,
    @Nullable String subject,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable Map<String, @Nullable Object> payload,
    @Nullable List<@Nullable String> channels,
    @Nullable Boolean urgent,
    @Nullable Instant notBefore,
    @Nullable Instant expiresAt,
    @Nullable String idempotencyKey,
    @Nullable Boolean holdUntilComplete) {
  NotificationRequest fact() {
    return new NotificationRequest(
        type,
        category,
        subject,
        null,
        payload,
        channels,
        urgent,
        notBefore,
        expiresAt,
        idempotencyKey);
  }

  boolean held() {
    return Boolean.TRUE.equals(holdUntilComplete);
  }
}
