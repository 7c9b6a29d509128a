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
 * one month and settled in the next counts where it was reserved; an acceptance that comes after
 * its delivery was counted as unknown moves that count, and is no second message.
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
      if (bucket == Bucket.ACCEPTED && facts.unknownOn() != null) {
        late.add(settled);
        atCommit.count(new DayCounts(facts.unknownOn(), facts.channel(), 1, -1, 0, 0, 0, 0, 0));
        return;
      }
      if (bucket == Bucket.UNKNOWN && facts.unknownOn() != null) {
        return;
      }
      LocalDate day = Objects.requireNonNullElse(facts.heldOn(), today);
      if (bucket == Bucket.UNKNOWN) {
        unknown.add(new Unknown(facts.delivery(), settled.attempt(), day));
      }
      boolean uses = uses(settled);
      Set<Quota> used = uses ? quotas(facts) : Set.of();
      if (bucket != Bucket.OPEN) {
        atCommit.count(counts(day, facts.channel(), bucket, uses, used.size() > 1));
      }
      move(facts, used, day);
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
      case QUEUED, CLAIMED, CANCELLED, EXPIRED, SUPPRESSED, DEGRADED, MERGED, INBOX_ONLY ->
          Bucket.OPEN;
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
