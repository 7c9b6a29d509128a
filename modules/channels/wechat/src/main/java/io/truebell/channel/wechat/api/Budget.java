package io.truebell.channel.wechat.api;

import java.time.Duration;

/** The time of a send, which its calls share: at most four, where a token is replaced. */
final class Budget {
  private final Duration whole;
  private final long end;

  Budget(Duration whole) {
    this.whole = whole;
    this.end = System.nanoTime() + whole.toNanos();
  }

  /** What is left; zero when less than a tenth is, since a call begun then is a lost one. */
  Duration left() {
    Duration left = Duration.ofNanos(end - System.nanoTime());
    return left.compareTo(whole.dividedBy(10)) < 0 ? Duration.ZERO : left;
  }
}
