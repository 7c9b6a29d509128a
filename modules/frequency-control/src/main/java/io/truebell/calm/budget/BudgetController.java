package io.truebell.calm.budget;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.calm.budget.BudgetView.WarningView;
import io.truebell.core.identity.Caller;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAdapter;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** How many calls a channel account may make in a month, and how it stands. */
@RestController
@Tag(name = "Channel accounts", description = "The tenant's configured uses of channels")
@RequestMapping("/v1/channel-accounts/{account_id}/budget")
@PreAuthorize("hasAuthority('SCOPE_channels')")
class BudgetController {
  private final ChannelAccounts accounts;
  private final ObjectProvider<ChannelAdapter> adapters;
  private final BudgetRows budgets;
  private final BudgetUseRows used;
  private final Clock clock;

  BudgetController(
      ChannelAccounts accounts,
      ObjectProvider<ChannelAdapter> adapters,
      BudgetRows budgets,
      BudgetUseRows used,
      Clock clock) {
    this.accounts = accounts;
    this.adapters = adapters;
    this.budgets = budgets;
    this.used = used;
    this.clock = clock;
  }

  @GetMapping
  @Operation(
      operationId = "getChannelAccountBudget",
      summary = "The account's budget, what is used of it, and what the month will take")
  BudgetView budget(@PathVariable("account_id") UUID id) {
    return view(account(id).id());
  }

  @PutMapping
  @Operation(
      operationId = "setChannelAccountBudget",
      summary = "Set how many calls the account may make in a month")
  BudgetView setBudget(
      @AuthenticationPrincipal Caller caller,
      @PathVariable("account_id") UUID id,
      @RequestBody BudgetRequest request) {
    ChannelAccounts.Known account = account(id);
    BudgetRequest.Checked checked = request.check(account.channel(), this::has);
    budgets.set(account.id(), checked, caller.actor(), clock.instant());
    return view(account.id());
  }

  @DeleteMapping
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "removeChannelAccountBudget",
      summary = "Let the account make any number of calls")
  void removeBudget(@AuthenticationPrincipal Caller caller, @PathVariable("account_id") UUID id) {
    budgets.remove(account(id).id(), caller.actor(), clock.instant());
  }

  private boolean has(String channel) {
    return adapters.stream().anyMatch(a -> a.descriptor().key().value().equals(channel));
  }

  private ChannelAccounts.Known account(UUID id) {
    return accounts
        .find(new AccountId(id))
        .orElseThrow(() -> ApiProblem.notFound("channel account"));
  }

  private BudgetView view(AccountId account) {
    Budget budget = budgets.find(account).orElseThrow(() -> ApiProblem.notFound("budget"));
    Instant now = clock.instant();
    LocalDate month = budget.month(now);
    long spent = used.used(Map.of(account, month)).getOrDefault(account, 0L);
    List<Integer> reached = budget.reached(spent);
    ChannelKey fallback = budget.fallback();
    return new BudgetView(
        account.value(),
        budget.limit(),
        budget.warnAt(),
        fallback == null ? null : fallback.value(),
        budget.zone().getId(),
        budget.version(),
        budget.setAt(),
        budget.setBy(),
        YearMonth.from(month).toString(),
        spent,
        Math.max(0, budget.limit() - spent),
        Forecast.of(spent, budget.begins(month), budget.resets(month), now),
        budget.resets(month),
        reached.isEmpty() ? null : reached.getLast(),
        used.warnings(account, month).stream()
            .map(w -> new WarningView(w.percent(), w.crossedAt()))
            .toList());
  }
}
