package io.truebell.calm.pacing;

import io.truebell.core.message.AccountId;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * What a transaction writes to rows that tenants share, as the last thing before it commits:
 * whoever has such a row must wait for nothing more, or visits would wait for each other in a
 * circle.
 */
@Component
class BeforeCommit {
  private final PacedCallRows calls;
  private final SlowScopeRows slow;

  BeforeCommit(PacedCallRows calls, SlowScopeRows slow) {
    this.calls = calls;
    this.slow = slow;
  }

  /** A call through these passages is claimed. */
  void claimed(PacedAccount account) {
    Open open = open();
    Passage.Egress egress = account.egress();
    if (egress != null) {
      open.egresses.merge(egress.name(), account.timeout(), (a, b) -> a.compareTo(b) > 0 ? a : b);
    }
    if (account.rate() != null) {
      open.accounts.add(account.id());
    }
  }

  /** These are to be slowed down. */
  void slow(Map<Slowed, Duration> wishes) {
    Open open = open();
    wishes.forEach((s, t) -> open.slow.merge(s, t, (a, b) -> a.compareTo(b) > 0 ? a : b));
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

  /** What one transaction has collected. */
  private final class Open implements TransactionSynchronization {
    private final Map<String, Duration> egresses = new HashMap<>();
    private final Set<AccountId> accounts = new HashSet<>();
    private final Map<Slowed, Duration> slow = new HashMap<>();

    @Override
    public void beforeCommit(boolean readOnly) {
      calls.claimed(egresses, accounts);
      BeforeCommit.this.slow.slowShared(slow);
    }

    @Override
    public void afterCompletion(int status) {
      Object ignored =
          TransactionSynchronizationManager.unbindResourceIfPossible(BeforeCommit.this);
    }
  }
}
