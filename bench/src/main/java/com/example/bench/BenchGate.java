package com.example.bench;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Verdict;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Asks the database one question about a whole batch, as a real gate does, and lets all pass. */
final class BenchGate implements Gate {
  private static final String LOOK =
      """
      SELECT count(*) FROM recipient WHERE id = ANY (?::uuid[]) AND locale <> ''
      """;

  private final GatePlace place;
  private final JdbcClient jdbc;

  BenchGate(GatePlace place, JdbcClient jdbc) {
    this.place = place;
    this.jdbc = jdbc;
  }

  @Override
  public GatePlace place() {
    return place;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    String[] people =
        batch.deliveries().stream().map(d -> d.recipient().toString()).toArray(String[]::new);
    Long found = jdbc.sql(LOOK).param(people).query(Long.class).single();
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      verdicts.put(delivery.id(), new Verdict.Pass(Map.of("looked_at", found)));
    }
    return verdicts;
  }
}
