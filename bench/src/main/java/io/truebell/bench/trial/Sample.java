package io.truebell.bench.trial;

import io.truebell.bench.stage.Usage;

/**
 * One repetition of one contestant.
 *
 * @param seconds from the first call, or the release where nothing is called, until all is written
 * @param flaw why it does not count; empty when it does
 */
public record Sample(String contestant, int messages, double seconds, Usage usage, String flaw) {
  public double rate() {
    return messages / seconds;
  }

  /** µs of processor time for each message, in one process. */
  public double cpu(String process) {
    return usage.cpu().getOrDefault(process, 0.0) * 1e6 / messages;
  }

  /** The same in the contestant's own process and PostgreSQL (and Redis). */
  public double cpu() {
    return cpu("app") + cpu(contestant) + cpu("postgres") + cpu("redis");
  }

  /** With the provider's. */
  public double allCpu() {
    return cpu() + cpu("provider");
  }

  public double statements() {
    return (double) usage.statements() / messages;
  }

  public double commits() {
    return (double) usage.commits() / messages;
  }

  public double wal() {
    return (double) usage.wal() / messages;
  }

  public boolean counts() {
    return flaw.isEmpty();
  }
}
