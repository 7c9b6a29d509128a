package io.truebell.ledger.grants;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One recipient's authorisations as the rules say, in memory and without any SQL. */
final class Model {
  private static final class One {
    final Instant given;
    String state = "available";
    @Nullable Object claim;

    One(Instant given) {
      this.given = given;
    }
  }

  private final List<One> all = new ArrayList<>();
  private final Set<String> requests = new HashSet<>();
  private final Map<Object, Instant> claimedAt = new HashMap<>();
  private final Set<Object> refusedDeliveries = new HashSet<>();
  private final List<Instant> rejects = new ArrayList<>();

  void accept(String request, Instant at) {
    if (requests.add(request)) {
      One one = new One(at);
      if (rejects.stream().anyMatch(reject -> reject.isAfter(at))) {
        one.state = "invalid";
      }
      all.add(one);
    }
  }

  void reject(String request, Instant at) {
    if (requests.add(request)) {
      rejects.add(at);
      refused(at);
    }
  }

  private void refused(Instant at) {
    for (One one : all) {
      if (open(one) && !one.given.isAfter(at)) {
        one.state = "invalid";
      }
    }
  }

  private static boolean open(One one) {
    return one.state.equals("available") || one.state.equals("reserved");
  }

  /** Whether a claim would get one. */
  boolean hasOne() {
    return all.stream().anyMatch(one -> one.state.equals("available"));
  }

  /** Whether the claim gets one. */
  boolean claim(Object claim, Object delivery, Instant at) {
    Optional<One> oldest =
        all.stream()
            .filter(one -> one.state.equals("available"))
            .min(Comparator.comparing(one -> one.given));
    oldest.ifPresent(
        one -> {
          one.state = "reserved";
          one.claim = claim;
          claimedAt.put(delivery, at);
        });
    return oldest.isPresent();
  }

  /** Moves what the claim has reserved, if it still has. */
  void settle(Object claim, String to) {
    for (One one : all) {
      if (one.state.equals("reserved") && claim.equals(one.claim)) {
        one.state = to;
      }
    }
  }

  /** The provider's proof that none was left when the delivery was claimed. */
  void disproved(Object delivery) {
    Instant at = claimedAt.get(delivery);
    if (at != null) {
      refused(at);
    }
  }

  void receipt(Object delivery) {
    if (claimedAt.containsKey(delivery) && refusedDeliveries.add(delivery)) {
      disproved(delivery);
    }
  }

  void turnedOff() {
    all.stream().filter(Model::open).forEach(one -> one.state = "invalid");
  }

  String counts() {
    Map<String, Integer> counts = new HashMap<>();
    all.forEach(one -> counts.merge(one.state, 1, Integer::sum));
    return counts.getOrDefault("available", 0)
        + "/"
        + counts.getOrDefault("reserved", 0)
        + "/"
        + counts.getOrDefault("consumed", 0)
        + "/"
        + counts.getOrDefault("invalid", 0);
  }
}
