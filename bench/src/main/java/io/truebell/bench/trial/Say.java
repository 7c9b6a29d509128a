package io.truebell.bench.trial;

/** What the one at the terminal is told meanwhile. */
public final class Say {
  private static final long START = System.nanoTime();

  private Say() {}

  /** Several lines as they are. */
  @SuppressWarnings("SystemOut")
  public static void text(String text) {
    System.out.println(text);
  }

  @SuppressWarnings({"SystemOut", "AnnotateFormatMethod"})
  public static void line(String format, Object... arguments) {
    long seconds = (System.nanoTime() - START) / 1_000_000_000;
    System.out.printf("%4d s  %s%n", seconds, format.formatted(arguments));
  }
}
