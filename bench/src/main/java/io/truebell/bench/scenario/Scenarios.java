package io.truebell.bench.scenario;

import java.util.List;

/** All scenarios, in the order in which they run. */
public final class Scenarios {
  public static final List<Scenario> ALL =
      List.of(new Dispatch(), new QueueOnly(), new Wake(), new Neighbour());

  private Scenarios() {}

  public static List<String> names() {
    return ALL.stream().map(Scenario::name).toList();
  }
}
