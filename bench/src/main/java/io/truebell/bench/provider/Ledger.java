package io.truebell.bench.provider;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which calls came, when, and whether one came twice. */
final class Ledger {
  private final Clock clock;
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Integer> times = new HashMap<>();
  private long first;
  private long last;

  Ledger(Clock clock) {
    this.clock = clock;
  }

  /** Writes down a call that has come in now. */
  void record(String tag, String id) {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    first = first == 0 ? now : first;
    last = now;
    times.merge(id, 1, Integer::sum);
    lines.add(tag + " " + id + " " + now);
  }

  /** Calls, distinct ids, ids called more than once, first and last call in µs since 1970. */
  String sums() {
    long repeated = times.values().stream().filter(n -> n > 1).count();
    return lines.size() + " " + times.size() + " " + repeated + " " + first + " " + last;
  }

  /** One line a call: tag, id, µs since 1970. */
  String calls() {
    return String.join("\n", lines);
  }

  void forget() {
    lines.clear();
    times.clear();
    first = 0;
    last = 0;
  }
}
