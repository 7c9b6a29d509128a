package io.truebell.bench.trial;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long single things took, in milliseconds. */
public final class Latencies {
  private final List<Double> millis = Collections.synchronizedList(new ArrayList<>());

  public void add(double one) {
    millis.add(one);
  }

  public int count() {
    return millis.size();
  }

  /** The value that so many of a hundred do not exceed. */
  public double percentile(double percent) {
    List<Double> sorted = new ArrayList<>(millis);
    Collections.sort(sorted);
    if (sorted.isEmpty()) {
      return Double.NaN;
    }
    int index = (int) Math.ceil(percent / 100 * sorted.size()) - 1;
    return sorted.get(Math.max(0, index));
  }
}
