package io.truebell.ledger.quotas;

import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.ledger.quotas.MeterRows.Facts;
import io.truebell.ledger.quotas.MeterRows.Unknown;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Counts what became of attempts and settles what their claims have reserved. What was reserved in
 * one month and settled in the next counts where it was reserved. A call that may have sent the
 * message counts at once, also when it is made again with its key; whatever its delivery comes to
 * later is no second message, and an acceptance moves the count.
 */
@Component
class Metering {
  private final MeterRows rows;
  private final AtCommit atCommit;

  Metering(MeterRows rows, AtCommit atCommit) {
    this.rows = rows;
    this.atCommit = atCommit;
  }

  /** What an outcome is counted as. */
  private enum Bucket {
    ACCEPTED,
    UNKNOWN,
    REJECTED,
    FAILED,
    OPEN
  }

  void settle(List<SettledDelivery> settled, LocalDate today) {
    Map<UUID, SettledDelivery> told = new HashMap<>();
    settled.forEach(s -> told.put(s.delivery().value(), s));
    Batch batch = new Batch();
    for (Facts facts : rows.facts(settled)) {
      batch.add(facts, Objects.requireNonNull(told.get(facts.delivery())), today);
    }
    batch.write();
  }

  /** What is to be written beside the counts; mostly nothing. */
  private final class Batch {
    private final List<SettledDelivery> held = new ArrayList<>();
    private final List<SettledDelivery> late = new ArrayList<>();
    private final List<Unknown> unknown = new ArrayList<>();

    void add(Facts facts, SettledDelivery settled, LocalDate today) {
      Bucket bucket = bucket(settled);
      if (!facts.held().isEmpty()) {
        held.add(settled);
      }
      LocalDate day = Objects.requireNonNullElse(facts.heldOn(), today);
      boolean uses = facts.unknownOn() == null && uses(settled);
      Set<Quota> used = uses ? quotas(facts) : Set.of();
      if (facts.unknownOn() != null) {
        again(facts, settled, day);
      } else if (bucket != Bucket.OPEN) {
        atCommit.count(counts(day, facts.channel(), bucket, uses, used.size() > 1));
        if (bucket == Bucket.UNKNOWN) {
          unknown.add(new Unknown(facts.delivery(), settled.attempt(), day));
        }
      }
      move(facts, used, day);
    }

    /** A delivery that is counted as unknown already. */
    private void again(Facts facts, SettledDelivery settled, LocalDate day) {
      LocalDate then = Objects.requireNonNull(facts.unknownOn());
      Bucket bucket = bucket(settled);
      switch (bucket) {
        case ACCEPTED -> {
          late.add(settled);
          atCommit.count(new DayCounts(then, facts.channel(), 1, -1, 0, 0, 0, 0, 0));
        }
        case REJECTED, FAILED -> atCommit.count(counts(day, facts.channel(), bucket, false, false));
        case UNKNOWN, OPEN -> {}
      }
    }

    private void move(Facts facts, Set<Quota> used, LocalDate day) {
      for (Quota quota : used) {
        atCommit.move(quota, day, facts.held().contains(quota) ? "reserved" : null, "consumed");
      }
      for (Quota quota : facts.held()) {
        if (!used.contains(quota)) {
          atCommit.move(quota, day, "reserved", null);
        }
      }
    }

    void write() {
      if (!held.isEmpty()) {
        rows.release(held);
      }
      if (!late.isEmpty()) {
        rows.forget(late);
      }
      if (!unknown.isEmpty()) {
        rows.remember(unknown);
      }
    }
  }

  /** What one send uses: a message, and a paid send where its channel costs money. */
  private static Set<Quota> quotas(Facts facts) {
    Set<Quota> quotas = new HashSet<>(facts.held());
    quotas.add(Quota.MESSAGES);
    if (facts.pays()) {
      quotas.add(new Quota("paid_sends:" + facts.channel()));
    }
    return quotas;
  }

  private static DayCounts counts(
      LocalDate day, String channel, Bucket bucket, boolean uses, boolean pays) {
    return new DayCounts(
        day,
        channel,
        bucket == Bucket.ACCEPTED ? 1 : 0,
        bucket == Bucket.UNKNOWN ? 1 : 0,
        bucket == Bucket.REJECTED ? 1 : 0,
        bucket == Bucket.FAILED ? 1 : 0,
        0,
        uses ? 1 : 0,
        pays ? 1 : 0);
  }

  private static Bucket bucket(SettledDelivery settled) {
    return switch (settled.state()) {
      case ACCEPTED, DELIVERED, UNDELIVERED -> Bucket.ACCEPTED;
      case UNKNOWN -> Bucket.UNKNOWN;
      case REJECTED -> Bucket.REJECTED;
      case FAILED -> Bucket.FAILED;
      // the same call is made again with its key: this one may have sent the message
      case QUEUED, CLAIMED ->
          settled.outcome() instanceof Outcome.Unknown ? Bucket.UNKNOWN : Bucket.OPEN;
      case CANCELLED, EXPIRED, SUPPRESSED, DEGRADED, MERGED, INBOX_ONLY -> Bucket.OPEN;
    };
  }

  /** Whether the provider took it, or may have. */
  private static boolean uses(SettledDelivery settled) {
    return switch (bucket(settled)) {
      case ACCEPTED, UNKNOWN -> true;
      case FAILED -> !(settled.outcome() instanceof Outcome.Transient);
      case REJECTED, OPEN -> false;
    };
  }
}
