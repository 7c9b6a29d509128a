package io.truebell.calm.pacing;

import io.truebell.calm.pacing.PacedAccounts.View;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the limiter promised to one visit of a tenant, and what became of it. */
final class Visit {
  private final View accounts;
  private final @Nullable Map<Passage, Turns> turns;
  private final Map<Passage, Integer> used = new HashMap<>();
  private final Map<Passage, Integer> held = new HashMap<>();
  private final Map<DeliveryId, Map<Passage, String>> given = new HashMap<>();
  private final Set<DeliveryId> kept = new HashSet<>();

  /**
   * @param turns null when the limiter's store is down
   */
  Visit(View accounts, @Nullable Map<Passage, Turns> turns) {
    this.accounts = accounts;
    this.turns = turns;
  }

  View accounts() {
    return accounts;
  }

  /** Takes a permit of each passage; if one has none left, nothing is taken and it is held. */
  @Nullable Verdict take(DueDelivery delivery, PacedAccount account, Instant now) {
    if (turns == null) {
      return Holds.limiterDown(delivery, now);
    }
    Map<Passage, String> tokens = new HashMap<>();
    for (Passage passage : account.passages()) {
      Turns promised = turns.get(passage);
      if (promised == null) {
        return Holds.changed(now);
      }
      int taken = used.getOrDefault(passage, 0);
      if (taken >= promised.permits().size()) {
        return Holds.paced(passage, promised, held.merge(passage, 1, Integer::sum) - 1, now);
      }
      tokens.put(passage, promised.permits().get(taken));
    }
    tokens.keySet().forEach(passage -> used.merge(passage, 1, Integer::sum));
    given.put(delivery.id(), tokens);
    return null;
  }

  /** What deliveries have taken. */
  Map<DeliveryId, Map<Passage, String>> given() {
    return given;
  }

  /** These are claimed, or may be: what they took is theirs. */
  void keep(List<DeliveryId> claimed) {
    kept.addAll(claimed);
  }

  boolean kept(DeliveryId delivery) {
    return kept.contains(delivery);
  }

  /** Permits that no delivery has taken. */
  Map<Passage, List<String>> left() {
    Map<Passage, List<String>> left = new HashMap<>();
    if (turns != null) {
      turns.forEach(
          (passage, promised) -> {
            List<String> permits = promised.permits();
            left.put(passage, permits.subList(used.getOrDefault(passage, 0), permits.size()));
          });
    }
    return left;
  }
}
