package io.truebell.calm.report;

import io.truebell.calm.report.SimulationView.SimulatedCountsView;

/** Counts what became of deliveries. */
final class Tally {
  private long sent;
  private long merged;
  private long degraded;
  private long held;
  private long other;

  void sent() {
    sent++;
  }

  void merged() {
    merged++;
  }

  void degraded() {
    degraded++;
  }

  /** Each delivery once, beside what becomes of it later. */
  void held() {
    held++;
  }

  void other() {
    other++;
  }

  SimulatedCountsView view() {
    return new SimulatedCountsView(sent, merged, degraded, held, other);
  }
}
