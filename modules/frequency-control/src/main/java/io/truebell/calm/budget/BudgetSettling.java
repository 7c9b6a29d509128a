package io.truebell.calm.budget;

import io.truebell.calm.budget.BudgetUseRows.Claim;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * What an outcome proves about the call that was counted: only what certainly used nothing is given
 * back. An acceptance that comes after a call was counted as unknown is the same call.
 */
@Component
class BudgetSettling {
  private final BudgetUseRows rows;

  BudgetSettling(BudgetUseRows rows) {
    this.rows = rows;
  }

  private enum Fate {
    /** Nothing was used. */
    BACK,
    /** It may have been used, and the call is made again. */
    SPENT,
    /** It is used, and that is the end of it. */
    OVER
  }

  void settle(List<SettledDelivery> settled) {
    List<Claim> back = new ArrayList<>();
    List<Claim> spent = new ArrayList<>();
    List<UUID> over = new ArrayList<>();
    for (SettledDelivery one : settled) {
      Claim claim = new Claim(one.delivery().value(), one.attempt());
      switch (fate(one)) {
        case BACK -> back.add(claim);
        case SPENT -> spent.add(claim);
        case OVER -> over.add(claim.delivery());
      }
      if (fate(one) == Fate.BACK && !one.state().open()) {
        over.add(claim.delivery());
      }
    }
    rows.giveBack(back);
    rows.spend(spent);
    rows.close(over);
  }

  private static Fate fate(SettledDelivery settled) {
    boolean again = settled.state() == DeliveryState.QUEUED;
    return switch (settled.outcome()) {
      case null -> again || settled.state() == DeliveryState.CANCELLED ? Fate.BACK : Fate.OVER;
      case Outcome.Transient _ -> Fate.BACK;
      case Outcome.Unknown _ -> again ? Fate.SPENT : Fate.OVER;
      case Outcome.Accepted _, Outcome.Rejected _, Outcome.Failed _ -> Fate.OVER;
    };
  }
}
