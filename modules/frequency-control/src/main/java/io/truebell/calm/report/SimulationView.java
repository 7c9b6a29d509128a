package io.truebell.calm.report;

import java.time.Instant;
import java.util.List;

/**
 * What a policy would have made of the past, next to what happened.
 *
 * @param deliveries how many were looked at: made between {@code from} and {@code to}, and due by
 *     then
 * @param leftOut how many more were not counted, since a rule ended them that is none of the
 *     policy's
 * @param cut whether there were more than are looked at, so that only the newest count
 */
record SimulationView(
    Instant from,
    Instant to,
    long deliveries,
    long leftOut,
    boolean cut,
    List<SimulatedCategoryView> categories) {
  SimulationView {
    categories = List.copyOf(categories);
  }

  /** One category's deliveries. */
  record SimulatedCategoryView(
      String category, SimulatedCountsView happened, SimulatedCountsView would) {}

  /**
   * What became of deliveries. Each is counted once, and a second time if it was held.
   *
   * @param sent went to the third party, a digest as one
   * @param merged joined a digest
   * @param degraded left to the inbox for their hour or for a daily cap
   * @param held had to wait for their hour or as a digest, whatever became of them later
   * @param other wait still, or have expired
   */
  record SimulatedCountsView(long sent, long merged, long degraded, long held, long other) {}
}
