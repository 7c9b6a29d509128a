package io.truebell.ledger.grants;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.ledger.grants.ClaimedGrantRows.AtClaim;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Looks at the accounts that deliveries want something of, and locks what they get. */
@Component
class Allocations {
  private final ClaimedGrantRows claims;

  Allocations(ClaimedGrantRows claims) {
    this.claims = claims;
  }

  /** By what is wanted, with nothing locked: what would be handed out. */
  Map<Purpose, Allocation> imagined(Map<DueDelivery, Purpose> wanting, Instant now) {
    return of(claims.standing(List.copyOf(count(wanting).keySet())), wanting, Locked.NOTHING, now);
  }

  /** By what is wanted, with as many locked as are wanted and free. */
  Map<Purpose, Allocation> locked(Map<DueDelivery, Purpose> wanting, Instant now) {
    Map<Purpose, Integer> wanted = count(wanting);
    Map<Purpose, AtClaim> standing = claims.standing(List.copyOf(wanted.keySet()));
    Map<UUID, Integer> free = new HashMap<>();
    List<UUID> lasting = new ArrayList<>();
    standing.forEach(
        (purpose, at) -> {
          if (at.lasting() != null) {
            lasting.add(at.lasting());
          } else if (at.available() > 0) {
            free.put(at.account().id(), Objects.requireNonNull(wanted.get(purpose)));
          }
        });
    return of(standing, wanting, new Locked(claims.take(free), claims.share(lasting)), now);
  }

  /** What this claim has locked: by account, and those that last. */
  private record Locked(Map<UUID, List<UUID>> once, Set<UUID> lasting) {
    static final Locked NOTHING = new Locked(Map.of(), Set.of());

    List<UUID> of(@Nullable AtClaim at) {
      if (at == null) {
        return List.of();
      }
      return at.lasting() == null
          ? once.getOrDefault(at.account().id(), List.of())
          : lasting.stream().filter(at.lasting()::equals).toList();
    }
  }

  private static Map<Purpose, Integer> count(Map<DueDelivery, Purpose> wanting) {
    Map<Purpose, Integer> wanted = new HashMap<>();
    wanting.values().forEach(purpose -> wanted.merge(purpose, 1, Integer::sum));
    return wanted;
  }

  private static Map<Purpose, Allocation> of(
      Map<Purpose, AtClaim> standing,
      Map<DueDelivery, Purpose> wanting,
      Locked locked,
      Instant now) {
    Map<Purpose, Allocation> all = new HashMap<>();
    for (Purpose purpose : wanting.values()) {
      AtClaim at = standing.get(purpose);
      all.putIfAbsent(purpose, new Allocation(purpose, at, locked.of(at), now));
    }
    return all;
  }
}
