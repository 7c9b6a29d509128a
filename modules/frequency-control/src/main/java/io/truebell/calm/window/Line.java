package io.truebell.calm.window;

/** A title as one line of a list. */
final class Line {
  /** In UTF-16 units. */
  static final int LONGEST = 80;

  private Line() {}

  /** Without control characters and line breaks, and cut where it is too long. */
  static String of(String title) {
    String line = title.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\s]+", " ").strip();
    if (line.length() <= LONGEST) {
      return line;
    }
    int end = LONGEST - 1;
    if (Character.isHighSurrogate(line.charAt(end - 1))) {
      end--;
    }
    return line.substring(0, end) + "…";
  }
}
