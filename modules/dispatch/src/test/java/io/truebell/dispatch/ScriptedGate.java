package io.truebell.dispatch;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A gate that decides by the notification's type, e.g. {@code gate.degrade}, and books what it is
 * told.
 */
final class ScriptedGate implements Gate {
  static final Policy POLICY = new Policy("scripted", 7);

  final List<SettledDelivery> settled = new CopyOnWriteArrayList<>();
  final List<DecidedDelivery> decided = new CopyOnWriteArrayList<>();
  private volatile Runnable onExamine = () -> {};
  private final Map<DeliveryId, Boolean> heldOnce = new ConcurrentHashMap<>();

  /** Something that happens inside every claim. */
  void onExamine(Runnable happening) {
    onExamine = happening;
  }

  @Override
  public GatePlace place() {
    return GatePlace.SUPPRESSION;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    onExamine.run();
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      switch (delivery.type()) {
        case "gate.hold" -> {
          if (batch.rehearsal() || heldOnce.put(delivery.id(), true) == null) {
            verdicts.put(
                delivery.id(),
                new Verdict.Hold(
                    Reason.of("scripted_hold").with("sent", 3),
                    POLICY,
                    batch.now().plus(Duration.ofMinutes(30))));
          }
        }
        case "gate.merge" ->
            verdicts.put(
                delivery.id(),
                new Verdict.Merge(delivery.id(), Reason.of("scripted_merge"), POLICY));
        case "gate.degrade" ->
            verdicts.put(delivery.id(), new Verdict.Degrade(Reason.of("scripted_cap"), POLICY));
        case "gate.suppress" ->
            verdicts.put(
                delivery.id(),
                new Verdict.Stop(
                    DeliveryState.SUPPRESSED, Reason.of("scripted_unsubscribed"), POLICY));
        default -> {}
      }
    }
    return verdicts;
  }

  @Override
  public void decided(List<DecidedDelivery> deliveries) {
    decided.addAll(deliveries);
  }

  @Override
  public void settle(List<SettledDelivery> deliveries) {
    settled.addAll(deliveries);
  }
}
