package io.truebell.calm.budget;

import io.truebell.calm.budget.BudgetUseRows.Reservation;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * A channel account's calls of a month: what would go over is left to the inbox, or to another
 * channel. Urgent messages are no exception. A tenant without budgets pays for one small statement
 * at a claim and one at a batch of outcomes.
 */
@Component
class BudgetGate implements Gate {
  private final BudgetRows budgets;
  private final BudgetUseRows used;
  private final BudgetFallbacks fallbacks;
  private final BudgetWarnings warnings;
  private final BudgetSettling settling;
  private final Choices choices = new Choices();

  BudgetGate(
      BudgetRows budgets,
      BudgetUseRows used,
      BudgetFallbacks fallbacks,
      BudgetWarnings warnings,
      BudgetSettling settling) {
    this.budgets = budgets;
    this.used = used;
    this.fallbacks = fallbacks;
    this.warnings = warnings;
    this.settling = settling;
  }

  @Override
  public GatePlace place() {
    return GatePlace.CHANNEL_BUDGET;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Set<AccountId> accounts =
        batch.deliveries().stream().map(DueDelivery::account).collect(Collectors.toSet());
    List<Budget> found =
        accounts.isEmpty()
            ? List.of()
            : batch.rehearsal() ? budgets.of(accounts) : budgets.locked(accounts);
    if (found.isEmpty()) {
      return Map.of();
    }
    Map<AccountId, LocalDate> months = new LinkedHashMap<>();
    found.forEach(b -> months.put(b.account(), b.month(batch.now())));
    Map<AccountId, Long> before = used.used(months);
    Map<AccountId, Room> rooms = new HashMap<>();
    found.forEach(b -> rooms.put(b.account(), room(b, months, before)));
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery due : uncounted(batch.deliveries())) {
      Room room = rooms.get(due.account());
      if (room != null) {
        Verdict verdict = room.take(due.channel());
        verdicts.put(due.id(), verdict);
        if (!batch.rehearsal() && verdict instanceof Verdict.Pass) {
          choices.put(due.id(), room.budget(), reservation(due, room));
        }
      }
    }
    return verdicts;
  }

  private static Room room(
      Budget budget, Map<AccountId, LocalDate> months, Map<AccountId, Long> before) {
    AccountId account = budget.account();
    return new Room(
        budget, months.getOrDefault(account, LocalDate.EPOCH), before.getOrDefault(account, 0L));
  }

  private static Reservation reservation(DueDelivery due, Room room) {
    return new Reservation(due.id().value(), due.account(), room.month(), due.attempts() + 1);
  }

  /** A call that is made again, since it may have been carried out, needs no more room. */
  private List<DueDelivery> uncounted(List<DueDelivery> deliveries) {
    Set<UUID> counted =
        used.held(
            deliveries.stream().filter(d -> d.attempts() > 0).map(d -> d.id().value()).toList());
    return deliveries.stream().filter(d -> !counted.contains(d.id().value())).toList();
  }

  @Override
  public void decided(List<DecidedDelivery> decided) {
    Map<DeliveryId, Reservation> chosen = choices.reservations();
    List<Reservation> taken = new ArrayList<>();
    Map<Budget, LocalDate> touched = new LinkedHashMap<>();
    for (DecidedDelivery one : decided) {
      Reservation reservation = chosen.get(one.delivery().id());
      if (one.verdict() instanceof Verdict.Pass && reservation != null) {
        taken.add(reservation);
        Budget budget = choices.budgets().get(one.delivery().id());
        if (budget != null) {
          touched.put(budget, reservation.month());
        }
      } else if (one.verdict() instanceof Verdict.Degrade degrade) {
        fallbacks.follow(one.delivery(), degrade.reason());
      }
    }
    if (!taken.isEmpty()) {
      used.reserve(taken);
      warnings.look(touched);
    }
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    settling.settle(settled);
  }
}
