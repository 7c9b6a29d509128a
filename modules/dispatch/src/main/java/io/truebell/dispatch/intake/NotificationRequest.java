package io.truebell.dispatch.intake;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/notifications}.
 *
 * @param type what kind of notification, e.g. {@code trip.changed}
 * @param category {@code transactional} or {@code marketing}
 * @param subject what it is about, e.g. {@code trip:42}; the key for grouping
 * @param recipients external ids, 1 to 1,000; one named twice gets it once
 * @param payload a JSON object with {@code title} and optionally {@code text}; anything else in it
 *     is kept and handed on
 * @param channels which channels to use; without it all that the recipient can be reached by, empty
 *     for the inbox alone
 * @param urgent whether it may pass quiet hours
 * @param notBefore not sent earlier
 * @param expiresAt not sent at or after this time
 * @param idempotencyKey may be given in the header {@code Idempotency-Key} instead
 */
public record NotificationRequest(
    @Schema(example = "trip.changed", requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String type,
    @Schema(
            allowableValues = {"transactional", "marketing"},
            requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String category,
    @Schema(example = "trip:42") @Nullable String subject,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable List<@Nullable String> recipients,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable Map<String, @Nullable Object> payload,
    @Nullable List<@Nullable String> channels,
    @Nullable Boolean urgent,
    @Nullable Instant notBefore,
    @Nullable Instant expiresAt,
    @Nullable String idempotencyKey) {}
