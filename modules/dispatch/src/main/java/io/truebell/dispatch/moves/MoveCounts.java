package io.truebell.dispatch.moves;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Transitions;
import io.truebell.dispatch.moves.Moves.Move;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Counts moves by where they led and why, over all tenants: claims, outcomes, sweeps, receipts.
 * Only what was committed counts.
 */
@Component
class MoveCounts {
  private final ObjectProvider<MeterRegistry> meters;

  MoveCounts(ObjectProvider<MeterRegistry> meters) {
    this.meters = meters;
  }

  /**
   * Every kind is there from the start: a rate cannot see the first of a series that begins with
   * it.
   */
  @EventListener(ContextRefreshedEvent.class)
  void beginAtZero() {
    MeterRegistry registry = meters.getIfAvailable();
    if (registry != null) {
      Transitions.all().forEach(m -> counter(registry, new Kind(m.to(), m.cause())).increment(0));
    }
  }

  private record Kind(DeliveryState to, Cause cause) {}

  void made(List<Move> moves) {
    if (moves.isEmpty()) {
      return;
    }
    Map<Kind, Long> kinds =
        moves.stream()
            .collect(
                Collectors.groupingBy(m -> new Kind(m.to(), m.cause()), Collectors.counting()));
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      count(kinds);
      return;
    }
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCommit() {
            count(kinds);
          }
        });
  }

  private void count(Map<Kind, Long> kinds) {
    MeterRegistry registry = meters.getIfAvailable();
    if (registry != null) {
      kinds.forEach((kind, n) -> counter(registry, kind).increment(n));
    }
  }

  private static Counter counter(MeterRegistry registry, Kind kind) {
    return Counter.builder("truebell.moves")
        .description("Moves of deliveries that were committed by this process")
        .tag("to", kind.to().name())
        .tag("cause", kind.cause().name())
        .register(registry);
  }
}
