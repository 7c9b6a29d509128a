package io.truebell.bench.stage;

import java.util.Map;

/**
 * What was used between two looks.
 *
 * @param seconds by the clock
 * @param cpu seconds of processor time by process
 * @param foreign share of the machine's time that others took, 0 to 1
 * @param statements sent to PostgreSQL, without the control of transactions
 * @param commits transactions that were committed, those of single statements included
 * @param wal bytes of PostgreSQL's write-ahead log
 */
public record Usage(
    double seconds,
    Map<String, Double> cpu,
    double foreign,
    long statements,
    long commits,
    long wal) {
  public Usage {
    cpu = Map.copyOf(cpu);
  }
}
