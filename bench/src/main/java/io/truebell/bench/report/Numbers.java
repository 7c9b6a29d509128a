package io.truebell.bench.report;

import java.util.Locale;

/** Figures as people read them: three digits that matter, no more. */
final class Numbers {
  private Numbers() {}

  static String of(double value) {
    if (Double.isNaN(value)) {
      return "–";
    }
    double size = Math.abs(value);
    if (size >= 100 || (value == Math.rint(value) && size >= 1)) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3f", value);
  }
}
