package io.truebell.calm.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What became of one person's messages lately.
 *
 * @param since 24 hours before {@code until}
 * @param groups by category, channel and whether the channel account is a sandbox
 * @param held what waits now, however long; what is due first comes first, at most 50
 * @param items the newest 50 of everything else
 */
record CalmReportView(
    String recipient,
    String zone,
    Instant since,
    Instant until,
    List<CalmGroupView> groups,
    List<CalmItemView> held,
    List<CalmItemView> items) {
  CalmReportView {
    groups = List.copyOf(groups);
    held = List.copyOf(held);
    items = List.copyOf(items);
  }

  /**
   * How many of one kind.
   *
   * @param accepted the third party took them, whatever it said later
   * @param unknown nobody knows whether the third party took them
   * @param merged went with another one, as a digest
   * @param held wait now
   * @param heldBy the same by reason
   * @param degraded left to the inbox
   * @param degradedBy the same by reason
   */
  record CalmGroupView(
      String category,
      String channel,
      boolean sandbox,
      long accepted,
      long unknown,
      long merged,
      long held,
      Map<String, Long> heldBy,
      long degraded,
      Map<String, Long> degradedBy) {
    CalmGroupView {
      heldBy = Map.copyOf(heldBy);
      degradedBy = Map.copyOf(degradedBy);
    }
  }

  /**
   * One delivery; its explanation says everything.
   *
   * @param outcome "accepted", "unknown", "merged", "held" or "degraded"
   * @param reason a reason's code
   * @param at when it went out, was merged, held or left to the inbox
   * @param until held until then; null when it is not held
   * @param digestId the digest that it went with
   */
  record CalmItemView(
      UUID deliveryId,
      UUID notificationId,
      String type,
      String category,
      String subject,
      String channel,
      boolean sandbox,
      String outcome,
      String reason,
      Instant at,
      @Nullable Instant until,
      @Nullable UUID digestId,
      String policy,
      int policyVersion) {}
}
