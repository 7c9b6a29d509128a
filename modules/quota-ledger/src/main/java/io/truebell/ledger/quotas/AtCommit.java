package io.truebell.ledger.quotas;

import io.truebell.ledger.quotas.UsageAddRows.QuotaMove;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Adds a transaction's counts to the days as the last thing before it commits. A day's row is one
 * for all: whoever has it must wait for nothing more, or claims and outcomes would wait for each
 * other in a circle.
 */
@Component
class AtCommit {
  private final UsageAddRows rows;
  private final Clock clock;

  AtCommit(UsageAddRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  private record Day(LocalDate day, String channel) {}

  private record Way(Quota quota, LocalDate period, @Nullable String from, @Nullable String to) {}

  /** To be added to its day when the caller's transaction commits. */
  void count(DayCounts counts) {
    Open open = open();
    open.days.merge(new Day(counts.day(), counts.channel()), counts, DayCounts::and);
  }

  /** To be written to the ledger when the caller's transaction commits, with others like it. */
  void move(Quota quota, LocalDate day, @Nullable String from, @Nullable String to) {
    open().moves.merge(new Way(quota, Quota.period(day), from, to), 1L, Long::sum);
  }

  /** What this transaction has not added yet. */
  Collection<DayCounts> pending() {
    return TransactionSynchronizationManager.hasResource(this) ? open().days.values() : List.of();
  }

  private Open open() {
    if (TransactionSynchronizationManager.getResource(this) instanceof Open open) {
      return open;
    }
    Open open = new Open();
    TransactionSynchronizationManager.bindResource(this, open);
    TransactionSynchronizationManager.registerSynchronization(open);
    return open;
  }

  /** One transaction's sums. */
  private final class Open implements TransactionSynchronization {
    private final Map<Day, DayCounts> days = new HashMap<>();
    private final Map<Way, Long> moves = new HashMap<>();

    @Override
    public void beforeCommit(boolean readOnly) {
      List<QuotaMove> summed = new ArrayList<>();
      moves.forEach(
          (way, amount) ->
              summed.add(new QuotaMove(way.quota(), way.period(), way.from(), way.to(), amount)));
      rows.add(List.copyOf(days.values()), summed, clock.instant());
    }

    @Override
    public void afterCompletion(int status) {
      Object ignored = TransactionSynchronizationManager.unbindResourceIfPossible(AtCommit.this);
    }
  }
}
