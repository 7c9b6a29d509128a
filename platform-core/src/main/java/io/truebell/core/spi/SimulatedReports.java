package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import java.util.List;

/**
 * Posts what simulated providers report, over HTTP to the account's own receipts address. There is
 * none where the sandbox is switched off.
 */
public interface SimulatedReports {
  /**
   * Sends them one after the other, and comes back at once. What is not taken is sent again, at
   * most three times; what waits when the process stops is not sent. Called in the tenant's scope.
   */
  void post(AccountId account, List<SimulatedReport> reports);
}
