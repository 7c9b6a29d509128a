package io.truebell.dispatch.explain;

import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Why a delivery stands where it stands: the record that each stage wrote, nothing reconstructed.
 *
 * @param story every move in order
 * @param attempts every call to the provider
 * @param receipts what the provider told later
 * @param inquiries what it said when it was asked
 * @param canProve what this channel can ever prove
 */
record ExplanationView(
    DeliveryView delivery,
    List<Entry> story,
    List<Attempt> attempts,
    List<Receipt> receipts,
    List<Inquiry> inquiries,
    @Nullable Said canProve) {

  /** One entry of the trace. */
  record Entry(
      int seq,
      Instant at,
      @Nullable String from,
      String to,
      String cause,
      String reason,
      Map<String, Object> numbers,
      String source,
      String policy,
      int policyVersion,
      int attempt,
      String actor,
      Said sentence) {}

  /** One call, or the decision not to call. */
  record Attempt(
      int attempt,
      Instant startedAt,
      Instant endedAt,
      String outcome,
      boolean called,
      String code,
      String text,
      String node) {}

  /**
   * A receipt, stored once however often it came.
   *
   * @param at when it came first
   * @param occurredAt when it happened, as the provider says
   * @param status one of "delivered", "undelivered", "progress"
   * @param disagrees whether it contradicts where the delivery stands
   */
  record Receipt(
      String id,
      Instant at,
      @Nullable Instant occurredAt,
      String status,
      boolean delivered,
      String code,
      String text,
      String source,
      int times,
      boolean disagrees) {}

  /**
   * One question to the provider about this delivery.
   *
   * @param answer one of "delivered", "undelivered", "progress", "not_found", "no_answer"
   */
  record Inquiry(int ask, Instant at, String answer, String code, String text) {}
}
