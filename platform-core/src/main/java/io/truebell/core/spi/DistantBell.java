package io.truebell.core.spi;

/**
 * Carries the news that there may be work from this process to the others. Only a shortcut: what is
 * due is in the database, and a ring that is lost costs the time until the next look.
 */
public interface DistantBell {
  /** Tells the other processes soon. Never waits and never throws. */
  void ring();

  /** Runs {@code heard} whenever another process rings; it must be quick. */
  void whenHeard(Runnable heard);
}
