package io.truebell.dispatch.fanout;

/** One line of a list of recipients. */
sealed interface Line {
  /** Counted from 0. */
  long index();

  /** Names somebody. */
  record Named(long index, String recipient) implements Line {}

  /** Cannot be read, for the reason that the code says. */
  record Unreadable(long index, String code) implements Line {}

  /** Holds nothing. */
  record Blank(long index) implements Line {}
}
