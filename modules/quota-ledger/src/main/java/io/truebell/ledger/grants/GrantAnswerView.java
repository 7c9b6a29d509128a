package io.truebell.ledger.grants;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One answer of a recipient, and what became of the authorisation that it gave.
 *
 * @param answeredAt as told
 * @param registeredBy who handed it in
 * @param grant null when it gave none
 */
record GrantAnswerView(
    UUID id,
    String requestId,
    String channel,
    String template,
    String status,
    String kind,
    String source,
    Instant answeredAt,
    Instant registeredAt,
    String registeredBy,
    @Nullable GrantView grant) {

  /**
   * An authorisation.
   *
   * @param state "available", "reserved", "consumed" or "invalid"
   * @param reason why it is so
   * @param deliveryId the delivery that reserved or used it
   */
  record GrantView(
      String state,
      String reason,
      @Nullable UUID deliveryId,
      @Nullable Instant reservedAt,
      @Nullable Instant endedAt,
      List<GrantStepView> steps) {
    GrantView {
      steps = List.copyOf(steps);
    }
  }

  /**
   * One entry of the ledger.
   *
   * @param step "granted", "reserved", "consumed", "released", "voided", or "noted" when nothing
   *     moved
   * @param actor who did it
   */
  record GrantStepView(
      Instant at,
      String step,
      @Nullable String from,
      @Nullable String to,
      @Nullable UUID deliveryId,
      @Nullable Integer attempt,
      String actor,
      String reason) {}

  GrantAnswerView with(List<GrantStepView> steps) {
    GrantView own = grant;
    return own == null
        ? this
        : new GrantAnswerView(
            id,
            requestId,
            channel,
            template,
            status,
            kind,
            source,
            answeredAt,
            registeredAt,
            registeredBy,
            new GrantView(
                own.state(),
                own.reason(),
                own.deliveryId(),
                own.reservedAt(),
                own.endedAt(),
                steps));
  }
}
