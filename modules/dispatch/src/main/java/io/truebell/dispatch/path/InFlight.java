package io.truebell.dispatch.path;

import io.truebell.core.message.AccountId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/** How many calls of this node are under way, in all and through each channel account. */
@Component
class InFlight {
  private final int most;
  private final int mostPerAccount;
  private final Map<AccountId, Integer> byAccount = new HashMap<>();
  private int all;

  InFlight(DispatchSettings settings) {
    this.most = settings.inFlight();
    this.mostPerAccount = settings.perAccount();
  }

  /** Free places of this node. */
  synchronized int free() {
    return most - all;
  }

  /** Accounts that have no free place. */
  synchronized List<AccountId> full() {
    return byAccount.entrySet().stream()
        .filter(e -> e.getValue() >= mostPerAccount)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Free places of one account. */
  synchronized int freeFor(AccountId account) {
    return mostPerAccount - byAccount.getOrDefault(account, 0);
  }

  /** Takes a place; the claim has seen to it that there is one. */
  synchronized void enter(AccountId account) {
    byAccount.merge(account, 1, Integer::sum);
    all++;
  }

  /** Gives a place back. */
  synchronized void leave(AccountId account) {
    byAccount.computeIfPresent(account, (a, n) -> n > 1 ? n - 1 : null);
    all--;
    notifyAll();
  }

  /** Waits until nothing is under way, at most as long as {@code within}; says whether it is so. */
  synchronized boolean awaitNone(Duration within) throws InterruptedException {
    long deadline = System.nanoTime() + within.toNanos();
    while (all > 0) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }
}
