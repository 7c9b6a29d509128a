package io.truebell.dispatch.intake;

import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What would happen if it were posted now. Nothing was changed. */
record RehearsalView(Instant at, List<RecipientForecast> recipients) {
  /**
   * @param inbox always true: the inbox always has the message
   * @param inboxOnly reason code when no channel would be used
   */
  record RecipientForecast(
      String recipient,
      boolean inbox,
      List<DeliveryForecast> deliveries,
      List<NotPlannedForecast> notPlanned,
      @Nullable String inboxOnly,
      @Nullable Said sentence) {}

  /**
   * @param outcome {@code would_be_sent}, {@code would_be_held}, …
   * @param at when
   */
  record DeliveryForecast(
      String channel,
      String account,
      boolean sandbox,
      String outcome,
      String reason,
      Map<String, Object> numbers,
      Instant at,
      Said sentence) {}

  /** A channel that would not be used. */
  record NotPlannedForecast(String channel, String reason, Said sentence) {}
}
