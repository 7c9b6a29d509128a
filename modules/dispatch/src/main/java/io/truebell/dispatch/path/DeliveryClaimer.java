package io.truebell.dispatch.path;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.gates.GateChain;
import io.truebell.dispatch.gates.GateChain.Ruling;
import io.truebell.dispatch.gates.Payloads;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Effect;
import io.truebell.dispatch.moves.Moves.Lease;
import io.truebell.dispatch.moves.Moves.Move;
import io.truebell.dispatch.path.ClaimRows.Candidate;
import io.truebell.dispatch.path.ClaimedDelivery.Earlier;
import io.truebell.dispatch.path.ClaimedDelivery.Material;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** T2: one tenant's due deliveries are locked, led through the gates, and claimed or moved on. */
@Component
class DeliveryClaimer {
  private static final Duration SHORTEST_HOLD = Duration.ofSeconds(1);

  private static final Comparator<DueDelivery> OLDEST_FIRST =
      Comparator.comparing(DueDelivery::notBefore).thenComparing(d -> d.id().value());

  private final ClaimRows rows;
  private final Materials materials;
  private final GateChain gates;
  private final Moves moves;
  private final InFlight inFlight;
  private final Leases leases;

  DeliveryClaimer(
      ClaimRows rows,
      Materials materials,
      GateChain gates,
      Moves moves,
      InFlight inFlight,
      Leases leases) {
    this.rows = rows;
    this.materials = materials;
    this.gates = gates;
    this.moves = moves;
    this.inFlight = inFlight;
    this.leases = leases;
  }

  /** For how long, and in whose name, claims are made. */
  @Component
  record Leases(DispatchSettings settings, NodeName node, Clock clock) {
    Lease from(Instant now) {
      return new Lease(node.toString(), now.plus(settings.lease()));
    }
  }

  /** Before the transaction of a claim, in the tenant's scope. */
  void before() {
    gates.beforeClaim(leases.clock().instant());
  }

  /** After that transaction, however it ended. */
  void after() {
    gates.afterClaim();
  }

  /** What calls are made from, with what each delivery carries. */
  @Component
  record Materials(MaterialRows rows, Payloads payloads) {
    Map<UUID, Material> of(List<DueDelivery> passing) {
      Map<UUID, Material> found = rows.of(passing);
      Map<DeliveryId, Map<String, Object>> own = new HashMap<>();
      passing.forEach(
          d -> own.put(d.id(), Objects.requireNonNull(found.get(d.id().value())).fact().payload()));
      payloads
          .instead(passing, own)
          .forEach(
              (id, payload) -> found.computeIfPresent(id.value(), (same, m) -> m.saying(payload)));
      return found;
    }
  }

  /**
   * What a claim brought.
   *
   * @param claimed to be sent, each exactly once
   * @param full whether it took as many as it may, so that more may be due
   * @param blocked whether something may be due whose account has no free place
   */
  record Claim(List<ClaimedDelivery> claimed, boolean full, boolean blocked) {
    static final Claim NONE = new Claim(List.of(), false, false);
  }

  /**
   * Claims at most {@code most}; inside the caller's transaction, which commits before any call.
   */
  Claim claim(Instant now, int most) {
    Found found = find(now, most);
    List<DueDelivery> due = found.candidates().values().stream().map(Candidate::due).toList();
    List<Ruling> rulings = gates.examine(now, due);
    List<Ruling> passing = rulings.stream().filter(DeliveryClaimer::passes).toList();
    List<Ruling> others = rulings.stream().filter(r -> !passes(r)).toList();
    moves.make(others.stream().map(r -> ended(r, now)).toList(), leases.node().actor(), now, null);
    List<ClaimedDelivery> claimed = take(passing, found.candidates(), now);
    gates.decided(rulings);
    return new Claim(claimed, due.size() >= most, found.blocked());
  }

  private static boolean passes(Ruling ruling) {
    return ruling.verdict() instanceof Verdict.Pass;
  }

  private record Found(Map<UUID, Candidate> candidates, boolean blocked) {}

  /** Transactional before marketing, the oldest first in each. */
  private Found find(Instant now, int most) {
    Map<UUID, Candidate> kept = new LinkedHashMap<>();
    Map<AccountId, Integer> free = new HashMap<>();
    inFlight
        .busy(TenantScope.current().id())
        .forEach(account -> free.put(account, inFlight.freeFor(account)));
    int idle = inFlight.freeForAnyAccount();
    for (boolean marketing : List.of(false, true)) {
      List<Candidate> found =
          kept.size() < most
              ? rows.candidates(marketing, now, idle, free, most - kept.size())
              : List.of();
      found.stream()
          .sorted(Comparator.comparing(Candidate::due, OLDEST_FIRST))
          .limit(most - kept.size())
          .forEach(
              c -> {
                kept.put(c.due().id().value(), c);
                free.merge(c.due().account(), idle - 1, (left, first) -> left - 1);
              });
    }
    return new Found(kept, free.values().stream().anyMatch(left -> left <= 0));
  }

  private List<ClaimedDelivery> take(
      List<Ruling> passing, Map<UUID, Candidate> candidates, Instant now) {
    if (passing.isEmpty()) {
      return List.of();
    }
    Lease lease = leases.from(now);
    Map<UUID, Integer> attempts =
        moves.make(
            passing.stream().map(DeliveryClaimer::claimed).toList(),
            leases.node().actor(),
            now,
            lease);
    Map<UUID, Material> material = materials.of(passing.stream().map(Ruling::delivery).toList());
    Map<UUID, Earlier> earlier =
        rows.earlier(
            passing.stream()
                .map(r -> r.delivery().id().value())
                .filter(id -> Objects.requireNonNull(candidates.get(id)).retries() > 0)
                .toList());
    List<ClaimedDelivery> claimed = new ArrayList<>(passing.size());
    for (Ruling ruling : passing) {
      UUID id = ruling.delivery().id().value();
      Candidate candidate = Objects.requireNonNull(candidates.get(id));
      claimed.add(
          new ClaimedDelivery(
              ruling.delivery(),
              candidate.message(),
              Objects.requireNonNull(attempts.get(id)),
              candidate.retries(),
              earlier.getOrDefault(id, Earlier.NONE),
              lease.until(),
              candidate.idempotencyKey(),
              Objects.requireNonNull(material.get(id))));
    }
    return claimed;
  }

  private static Move claimed(Ruling ruling) {
    Reason reason =
        new Reason("gates_passed", ruling.numbers())
            .with("gates", String.join(", ", ruling.passed()));
    return new Move(
        ruling.delivery().id().value(),
        ruling.delivery().attempts(),
        DeliveryState.QUEUED,
        DeliveryState.CLAIMED,
        Cause.CLAIM,
        reason,
        "claim",
        Moves.SPINE,
        Effect.NONE);
  }

  private static Move ended(Ruling ruling, Instant now) {
    return switch (ruling.verdict()) {
      case Verdict.Hold h -> held(ruling, h, now);
      case Verdict.Merge m ->
          move(
              ruling,
              DeliveryState.MERGED,
              Cause.GATE,
              m.reason(),
              m.policy(),
              new Effect(null, null, m.digest().value(), false));
      case Verdict.Degrade d ->
          move(ruling, DeliveryState.DEGRADED, Cause.GATE, d.reason(), d.policy(), Effect.NONE);
      case Verdict.Stop s ->
          move(ruling, s.state(), Cause.GATE, s.reason(), s.policy(), Effect.NONE);
      case Verdict.Pass _ -> throw new IllegalStateException("a passing delivery does not end");
    };
  }

  /** A gate cannot hold until a time that has passed: the delivery would be due again at once. */
  private static Move held(Ruling ruling, Verdict.Hold hold, Instant now) {
    Instant least = now.plus(SHORTEST_HOLD);
    Instant until = hold.until().isBefore(least) ? least : hold.until();
    Reason reason = hold.reason().with("until", until.toString());
    return move(
        ruling, DeliveryState.QUEUED, Cause.HOLD, reason, hold.policy(), Effect.until(until));
  }

  private static Move move(
      Ruling ruling, DeliveryState to, Cause cause, Reason reason, Policy policy, Effect effect) {
    return new Move(
        ruling.delivery().id().value(),
        ruling.delivery().attempts(),
        DeliveryState.QUEUED,
        to,
        cause,
        reason,
        ruling.gate(),
        policy,
        effect);
  }
}
