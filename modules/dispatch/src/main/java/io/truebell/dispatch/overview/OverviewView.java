package io.truebell.dispatch.overview;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where the tenant stands.
 *
 * @param from deliveries that were made since then are counted
 * @param deliveries how many stand in each state; states in which none stands are left out
 * @param hours the same by hour, counted from {@code from}; hours without any are left out
 * @param held what waits for a later time, by reason, most first
 * @param attention what somebody should look at, newest first, at most 20 groups
 */
record OverviewView(
    Instant from,
    Instant at,
    Map<DeliveryState, Long> deliveries,
    List<OverviewHourView> hours,
    BacklogView backlog,
    List<HeldView> held,
    List<AttentionView> attention,
    FirstStepsView firstSteps) {
  OverviewView {
    deliveries = ordered(deliveries);
    hours = List.copyOf(hours);
    held = List.copyOf(held);
    attention = List.copyOf(attention);
  }

  /** One hour's deliveries by where they stand now. */
  record OverviewHourView(Instant at, Map<DeliveryState, Long> counts) {
    OverviewHourView {
      counts = ordered(counts);
    }
  }

  /** What is due and not taken by a worker yet. */
  record BacklogView(long due, @Nullable Instant oldestDueAt) {}

  /**
   * What waits for a later time.
   *
   * @param said the sentence of the one that is due first
   * @param nextAt when the first of them is due
   */
  record HeldView(String reason, Said said, long count, @Nullable Instant nextAt) {}

  /**
   * What went wrong, or may have.
   *
   * @param said the sentence of the newest one
   * @param message the newest one's
   */
  record AttentionView(
      @Schema(allowableValues = {"unknown", "receipt_overdue", "failed", "rejected", "undelivered"})
          String kind,
      String reason,
      @Nullable String channel,
      Said said,
      long count,
      Instant lastAt,
      UUID message) {}

  /**
   * What a new tenant has done already.
   *
   * @param accepted whether a third party ever accepted a message
   */
  record FirstStepsView(
      boolean channelAccount,
      boolean recipient,
      boolean endpoint,
      boolean message,
      boolean accepted) {}

  private static Map<DeliveryState, Long> ordered(Map<DeliveryState, Long> counts) {
    Map<DeliveryState, Long> ordered = new EnumMap<>(DeliveryState.class);
    ordered.putAll(counts);
    return Collections.unmodifiableMap(ordered);
  }
}
