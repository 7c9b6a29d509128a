package io.truebell.calm.window;

import io.truebell.calm.window.EndRows.Carried;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.Deliveries;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * What becomes of the books and of digests when a delivery ends without having reached anybody. A
 * digest outlives a carrier that its sender withdrew or that came too late: the oldest of its other
 * messages carries it on.
 */
@Component
class Endings {
  private final SentRows sent;
  private final EndRows ends;
  private final Pruning pruning;
  private final ObjectProvider<Deliveries> deliveries;

  Endings(SentRows sent, EndRows ends, Pruning pruning, ObjectProvider<Deliveries> deliveries) {
    this.sent = sent;
    this.ends = ends;
    this.pruning = pruning;
    this.deliveries = deliveries;
  }

  /**
   * What a delivery's end means for the digest that it carries.
   *
   * @param reason why the digest ends with it; null when another message carries it on
   */
  private record End(@Nullable String reason) {
    static final End CARRY_ON = new End(null);
  }

  void decided(List<DecidedDelivery> decided, Instant now) {
    Map<DeliveryId, End> ended = new HashMap<>();
    for (DecidedDelivery one : decided) {
      DeliveryId id = one.delivery().id();
      switch (one.verdict()) {
        case Verdict.Degrade degrade -> ended.put(id, new End(degrade.reason().code()));
        case Verdict.Stop stop -> {
          boolean onlyItself =
              stop.state() == DeliveryState.CANCELLED || stop.state() == DeliveryState.EXPIRED;
          ended.put(id, onlyItself ? End.CARRY_ON : new End(stop.reason().code()));
        }
        // a merged delivery carries nothing, and the others go on
        case Verdict.Merge _, Verdict.Pass _, Verdict.Hold _ -> {}
      }
    }
    end(ended, now);
  }

  void settled(List<SettledDelivery> settled, Instant now) {
    List<DeliveryId> unsent = new ArrayList<>();
    List<DeliveryId> doubtful = new ArrayList<>();
    Map<DeliveryId, End> ended = new HashMap<>();
    for (SettledDelivery one : settled) {
      DeliveryId id = one.delivery();
      switch (one.state()) {
        case QUEUED -> (one.outcome() instanceof Outcome.Unknown ? doubtful : unsent).add(id);
        case REJECTED -> ended.put(id, new End(WindowReasons.REJECTED));
        case FAILED -> ended.put(id, new End(WindowReasons.FAILED));
        case CANCELLED, EXPIRED -> ended.put(id, End.CARRY_ON);
        // the gates decide these before a claim
        case SUPPRESSED, MERGED, DEGRADED, INBOX_ONLY -> {}
        // it rang, or may have
        case CLAIMED, ACCEPTED, DELIVERED, UNDELIVERED, UNKNOWN -> {}
      }
    }
    unsent.addAll(ended.keySet());
    sent.doubt(doubtful);
    sent.forget(unsent);
    end(ended, now);
  }

  void prune(Limits limits, Instant now) {
    pruning.now(limits, now);
  }

  private void end(Map<DeliveryId, End> ended, Instant now) {
    List<Carried> carried = ended.isEmpty() ? List.of() : ends.lock(ended.keySet());
    if (carried.isEmpty()) {
      return;
    }
    Map<UUID, DeliveryId> handedOn = new HashMap<>();
    Map<UUID, String> closed = new HashMap<>();
    List<Carried> orphans = new ArrayList<>();
    for (Carried digest : carried) {
      End end = ended.get(digest.carrier());
      if (end != null && end.reason() != null) {
        closed.put(digest.id(), end.reason());
      } else if (digest.doubtful()) {
        closed.put(digest.id(), WindowReasons.IN_DOUBT);
      } else {
        orphans.add(digest);
      }
    }
    Map<UUID, List<DeliveryId>> heirs = orphans.isEmpty() ? Map.of() : ends.heirs(orphans, now);
    for (Carried digest : orphans) {
      carryOn(digest, heirs.getOrDefault(digest.id(), List.of()))
          .ifPresentOrElse(
              next -> handedOn.put(digest.id(), next),
              () -> closed.put(digest.id(), WindowReasons.EMPTY));
    }
    ends.handOn(handedOn);
    ends.end(closed, now);
  }

  private Optional<DeliveryId> carryOn(Carried digest, List<DeliveryId> heirs) {
    Deliveries dispatcher = deliveries.getIfAvailable();
    if (dispatcher == null) {
      return Optional.empty();
    }
    Reason reason =
        Reason.of(WindowReasons.CARRIED_ON)
            .with("digest", digest.id().toString())
            .with("due_at", digest.dueAt().toString());
    return heirs.stream()
        .map(heir -> dispatcher.carryOn(heir, digest.dueAt(), reason))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
