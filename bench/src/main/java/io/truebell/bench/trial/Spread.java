package io.truebell.bench.trial;

import java.util.Arrays;

/** The middle of some values, and how far they lie apart. */
public record Spread(double median, double least, double most) {
  static Spread of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length == 0
            ? Double.NaN
            : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return sorted.length == 0
        ? new Spread(median, median, median)
        : new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
