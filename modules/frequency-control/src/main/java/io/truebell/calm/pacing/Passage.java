package io.truebell.calm.pacing;

import io.truebell.core.message.AccountId;
import java.time.Duration;

/** What calls pass one after another, or not faster than a rate. */
sealed interface Passage {
  /** Its name in the limiter's store and in traces. */
  String name();

  /** The least time between two calls in the long run. */
  Duration interval();

  /**
   * What accounts of several tenants share: one call at a time, and a pause after its end.
   *
   * @param egress as the channel names it
   */
  record Egress(String egress, Duration interval) implements Passage {
    @Override
    public String name() {
      return "egress:" + egress;
    }
  }

  /**
   * The rate that a tenant set for its account.
   *
   * @param calls so many in {@code per}
   * @param burst so many at once after a pause
   */
  record Rate(AccountId account, int calls, Duration per, int burst) implements Passage {
    @Override
    public String name() {
      return "account:" + account;
    }

    @Override
    public Duration interval() {
      return per.dividedBy(calls);
    }
  }
}
