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
 * @param canProve what this channel can ever prove
 */
record ExplanationView(
    DeliveryView delivery,
    List<Entry> story,
    List<Attempt> attempts,
    List<Receipt> receipts,
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

  /** A receipt, stored once however often it came. */
  record Receipt(
      String id,
      Instant at,
      boolean delivered,
      String code,
      String text,
      String source,
      int times) {}
}
