package io.truebell.calm.report;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.quiet.SendTime;
import io.truebell.core.message.Category;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * Leads deliveries of the past through a policy again, in memory: hours first, then daily caps,
 * then the rolling window, and what is held comes back at its time.
 *
 * <p>It knows nothing of authorisations, quotas, suppression, pacing and channel budgets, nor of
 * what third parties answer: whatever passes the policy counts as sent, at once and for good. It
 * begins with empty windows and days, and takes people's zones and own quiet hours as they are now.
 * A digest whose carrier expires, or is left to the inbox, ends, and what had joined it stays where
 * it is.
 */
final class Replay {
  private static final Comparator<Waiting> ORDER =
      Comparator.comparing(Waiting::at)
          .thenComparing(w -> w.delivery().category())
          .thenComparingLong(Waiting::number);

  private final CalmPolicy policy;
  private final Instant end;
  private final Windows windows;
  private final Caps caps;
  private final PriorityQueue<Waiting> queue = new PriorityQueue<>(ORDER);
  private final Map<Category, Tally> tallies = new EnumMap<>(Category.class);
  private long arrived;

  /**
   * @param end what would happen at or after it does not happen
   */
  Replay(CalmPolicy policy, Instant end) {
    this.policy = policy;
    this.end = end;
    this.windows = new Windows(policy);
    this.caps = new Caps(policy);
    for (Category category : Category.values()) {
      tallies.put(category, new Tally());
    }
  }

  /**
   * Something that comes at a time.
   *
   * @param number the order of arrival
   * @param held whether it was held before
   * @param carrier whether it carries a digest
   */
  private record Waiting(
      PastDelivery delivery, Instant at, long number, boolean held, boolean carrier) {
    Waiting until(Instant later, boolean carries) {
      return new Waiting(delivery, later, number, true, carries);
    }
  }

  /** The next delivery; none may come that became due before it. */
  void arrive(PastDelivery delivery) {
    runBefore(delivery.at());
    queue.add(new Waiting(delivery, delivery.at(), arrived++, false, false));
  }

  /** What became of all by the end. */
  Map<Category, Tally> finish() {
    runBefore(end);
    queue.forEach(waiting -> tally(waiting).other());
    queue.clear();
    return tallies;
  }

  private void runBefore(Instant time) {
    for (Waiting next = queue.peek();
        next != null && next.at().isBefore(time);
        next = queue.peek()) {
      queue.remove();
      examine(next);
    }
  }

  private void examine(Waiting due) {
    PastDelivery delivery = due.delivery();
    if (delivery.expired(due.at())) {
      tally(due).other();
      endDigest(due);
      return;
    }
    switch (delivery.sendTime(policy, due.at())) {
      case SendTime.Now _ -> count(due);
      case SendTime.Later later -> hold(due, later.until(), due.carrier());
      case SendTime.Inbox _, SendTime.Never _ -> degrade(due);
    }
  }

  private void count(Waiting due) {
    if (!caps.allow(due.delivery(), due.at())) {
      degrade(due);
      return;
    }
    if (due.carrier()) {
      endDigest(due);
      send(due);
      return;
    }
    switch (windows.examine(due.delivery(), due.at())) {
      case Windows.Place.Instantly _ -> send(due);
      case Windows.Place.Joins _ -> tally(due).merged();
      case Windows.Place.Opens opens -> hold(due, opens.due(), true);
    }
  }

  private void send(Waiting due) {
    caps.count(due.delivery(), due.at());
    tally(due).sent();
  }

  private void hold(Waiting due, Instant until, boolean carrier) {
    if (!due.held()) {
      tally(due).held();
    }
    queue.add(due.until(until, carrier));
  }

  private void degrade(Waiting due) {
    tally(due).degraded();
    endDigest(due);
  }

  private void endDigest(Waiting due) {
    if (due.carrier()) {
      windows.close(due.delivery());
    }
  }

  private Tally tally(Waiting waiting) {
    return tallies.computeIfAbsent(waiting.delivery().category(), category -> new Tally());
  }
}
