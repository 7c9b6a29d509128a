package io.truebell.bench.scenario;

import java.util.List;

/** All scenarios, in the order in which they run. */
public final class Scenarios {
  public static final List<Scenario> ALL =
      List.of(
          new Dispatch(),
          new QueueOnly(),
          new Intake(),
          new Wake(),
          new SpreadOut(),
          new Neighbour(),
          new Idle(),
          new Gates(),
          new Explain(),
          new Nodes());

  private Scenarios() {}

  public static List<String> names() {
    return ALL.stream().map(Scenario::name).toList();
  }
}
