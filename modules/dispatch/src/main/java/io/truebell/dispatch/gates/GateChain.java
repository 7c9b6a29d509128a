package io.truebell.dispatch.gates;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Leads a batch through all gates in the order of {@link GatePlace}. A delivery that one gate stops
 * is not shown to the next, so that nothing held keeps a grant.
 */
@Component
public class GateChain {
  /**
   * What became of one delivery.
   *
   * @param gate the gate that decided; the last one when it passed
   * @param at that gate's place; null without gates
   * @param verdict its verdict; {@link Verdict.Pass} when it passed all
   * @param passed the gates that let it through, in order
   * @param numbers what the passing gates looked at
   */
  public record Ruling(
      DueDelivery delivery,
      String gate,
      @Nullable GatePlace at,
      Verdict verdict,
      List<String> passed,
      Map<String, Object> numbers) {}

  private static final Logger LOG = LoggerFactory.getLogger(GateChain.class);

  private final List<Gate> gates;

  GateChain(ObjectProvider<Gate> gates) {
    this.gates = gates.stream().sorted(Comparator.comparing(Gate::place)).toList();
  }

  /** Before a claim's transaction begins; one gate's trouble stays its own. */
  public void beforeClaim(Instant now) {
    gates.forEach(gate -> apart(gate, () -> gate.beforeClaim(now)));
  }

  /** After that transaction, however it ended. */
  public void afterClaim() {
    gates.forEach(gate -> apart(gate, gate::afterClaim));
  }

  private static void apart(Gate gate, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.warn("the gate {} failed outside the claim", gate.getClass().getSimpleName(), e);
    }
  }

  /** Examines what is due; runs in the caller's transaction and tenant scope. */
  public List<Ruling> examine(Instant now, List<DueDelivery> deliveries) {
    return lead(new GateBatch(now, deliveries, false));
  }

  /**
   * Examines what would be due, and changes nothing.
   *
   * @param payload what the notification would say
   */
  public List<Ruling> rehearse(
      Instant now, List<DueDelivery> deliveries, Map<String, Object> payload) {
    return lead(new GateBatch(now, deliveries, true, payload));
  }

  private List<Ruling> lead(GateBatch batch) {
    List<DueDelivery> deliveries = batch.deliveries();
    Map<DeliveryId, Walk> walks = new LinkedHashMap<>();
    deliveries.forEach(d -> walks.put(d.id(), new Walk(d)));
    List<DueDelivery> left = deliveries;
    for (Gate gate : gates) {
      if (left.isEmpty()) {
        break;
      }
      Map<DeliveryId, Verdict> verdicts =
          gate.examine(new GateBatch(batch.now(), left, batch.rehearsal(), batch.payload()));
      List<DueDelivery> passing = new ArrayList<>(left.size());
      for (DueDelivery delivery : left) {
        Verdict verdict = verdicts.getOrDefault(delivery.id(), Verdict.PASS);
        if (walk(walks, delivery).meet(gate.place(), verdict)) {
          passing.add(delivery);
        }
      }
      left = passing;
    }
    return walks.values().stream().map(Walk::ruling).toList();
  }

  /** Tells every gate what the chain decided, but for what is held. */
  public void decided(List<Ruling> rulings) {
    List<DecidedDelivery> decided =
        rulings.stream()
            .filter(r -> !(r.verdict() instanceof Verdict.Hold))
            .map(r -> new DecidedDelivery(r.delivery(), r.verdict(), r.at()))
            .toList();
    if (!decided.isEmpty()) {
      gates.forEach(gate -> gate.decided(decided));
    }
  }

  /** Tells every gate what became of what it let through. */
  public void settle(List<SettledDelivery> settled) {
    if (!settled.isEmpty()) {
      gates.forEach(gate -> gate.settle(settled));
    }
  }

  private static Walk walk(Map<DeliveryId, Walk> walks, DueDelivery delivery) {
    return walks.computeIfAbsent(delivery.id(), id -> new Walk(delivery));
  }

  private static String name(GatePlace place) {
    return place.name().toLowerCase(Locale.ROOT);
  }

  /** One delivery's way through the chain. */
  private static final class Walk {
    private final DueDelivery delivery;
    private final List<String> passed = new ArrayList<>();
    private final Map<String, Object> numbers = new LinkedHashMap<>();
    private Verdict last = Verdict.PASS;
    private String gate = "none";
    private @Nullable GatePlace at;

    Walk(DueDelivery delivery) {
      this.delivery = delivery;
    }

    boolean meet(GatePlace place, Verdict verdict) {
      String name = name(place);
      gate = name;
      at = place;
      last = verdict;
      if (verdict instanceof Verdict.Pass pass) {
        // several gates may share a place
        if (!passed.contains(name)) {
          passed.add(name);
        }
        numbers.putAll(pass.numbers());
        return true;
      }
      return false;
    }

    Ruling ruling() {
      return new Ruling(delivery, gate, at, last, List.copyOf(passed), Map.copyOf(numbers));
    }
  }
}
