package com.example.bench;

import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GatePlace;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A gate in each place that has none yet; only with {@code bench.gates=true}. */
@AutoConfiguration
@ConditionalOnProperty(name = "bench.gates", havingValue = "true")
public class BenchGates {
  @Bean
  Gate suppression(JdbcClient jdbc) {
    return new BenchGate(GatePlace.SUPPRESSION, jdbc);
  }

  @Bean
  Gate preference(JdbcClient jdbc) {
    return new BenchGate(GatePlace.PREFERENCE_AND_QUIET_HOURS, jdbc);
  }

  @Bean
  Gate dailyCap(JdbcClient jdbc) {
    return new BenchGate(GatePlace.DAILY_CAP, jdbc);
  }

  @Bean
  Gate window(JdbcClient jdbc) {
    return new BenchGate(GatePlace.WINDOW_AND_DIGEST, jdbc);
  }

  @Bean
  Gate budget(JdbcClient jdbc) {
    return new BenchGate(GatePlace.CHANNEL_BUDGET, jdbc);
  }

  @Bean
  Gate pacing(JdbcClient jdbc) {
    return new BenchGate(GatePlace.EGRESS_PACING, jdbc);
  }

  @Bean
  Gate grant(JdbcClient jdbc) {
    return new BenchGate(GatePlace.GRANT, jdbc);
  }
}
