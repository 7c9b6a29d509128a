package io.truebell.calm.window;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * So many messages about one subject go out at once within a window; what is more becomes a digest.
 * It keeps the books for the daily cap as well.
 *
 * <p>What waits and what joins is final when this gate says so, since no later gate sees it: that
 * is written at once. What passes counts when it is claimed.
 */
@Component
class WindowGate implements Gate {
  private final LimitsInForce limits;
  private final Windows windows;
  private final SentRows sent;
  private final DigestRows digests;
  private final Endings endings;
  private final Clock clock;

  WindowGate(
      LimitsInForce limits,
      Windows windows,
      SentRows sent,
      DigestRows digests,
      Endings endings,
      Clock clock) {
    this.limits = limits;
    this.windows = windows;
    this.sent = sent;
    this.digests = digests;
    this.endings = endings;
    this.clock = clock;
  }

  @Override
  public GatePlace place() {
    return GatePlace.WINDOW_AND_DIGEST;
  }

  /** The daily cap's gate has taken the turn for everybody here whom a limit looks at. */
  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Limits now = limits.now();
    Judge judge = windows.over(batch, now);
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      Verdict verdict = judge.of(delivery);
      if (!verdict.equals(Verdict.PASS)) {
        verdicts.put(delivery.id(), verdict);
      }
    }
    if (!batch.rehearsal()) {
      digests.open(judge.opened(), batch.now());
      digests.join(judge.joining(), batch.now());
      sent.write(judge.places(), now, batch.now());
    }
    return verdicts;
  }

  @Override
  public void decided(List<DecidedDelivery> decided) {
    Limits limit = limits.now();
    List<DueDelivery> through = new ArrayList<>();
    List<DeliveryId> carriers = new ArrayList<>();
    List<DecidedDelivery> others = new ArrayList<>();
    for (DecidedDelivery one : decided) {
      DueDelivery delivery = one.delivery();
      boolean about = !delivery.subject().isEmpty();
      if (!(one.verdict() instanceof Verdict.Pass)) {
        if (about) {
          others.add(one);
        }
      } else if (about || limit.lookAt(delivery)) {
        through.add(delivery);
        if (about) {
          carriers.add(delivery.id());
        }
      }
    }
    Instant now = clock.instant();
    sent.write(through, limit, now);
    digests.close(carriers, now);
    sent.forget(others.stream().map(one -> one.delivery().id()).toList());
    endings.decided(others, now);
    endings.prune(limit, now);
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    endings.settled(settled, clock.instant());
  }
}
