package io.truebell.dispatch.evidence;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.QueryAnswer;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.evidence.AwaitedRows.Mark;
import io.truebell.dispatch.evidence.AwaitedRows.Next;
import io.truebell.dispatch.evidence.AwaitedRows.Overdue;
import io.truebell.dispatch.evidence.AwaitedRows.ToAsk;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Compares what was sent with what is known of it: marks receipts that are late and asks providers
 * that can be asked. What they know enters by the same door as receipts; where they know nothing,
 * nothing is invented.
 */
@Component
public class Reconciliation {
  private final Awaiting awaiting;
  private final AwaitedRows rows;
  private final Moves moves;
  private final Questions questions;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Reconciliation(
      Awaiting awaiting,
      AwaitedRows rows,
      Moves moves,
      Questions questions,
      TransactionTemplate transaction,
      Clock clock) {
    this.awaiting = awaiting;
    this.rows = rows;
    this.moves = moves;
    this.questions = questions;
    this.transaction = transaction;
    this.clock = clock;
  }

  /** Asks and hears; no transaction is open while it asks. */
  @Component
  record Questions(
      ProviderQuestion provider, Evidence evidence, ReconcileSettings settings, Asking asking) {}

  /** Tenants with something overdue or to be asked. */
  public List<TenantId> due() {
    return awaiting.due(clock.instant());
  }

  /** Visits a tenant that cannot be served now after that time. */
  public void postpone(TenantId tenant, Duration wait) {
    awaiting.postpone(tenant, clock.instant().plus(wait));
  }

  /** One visit: bounded, and it waits for no provider. */
  public void visit(Tenant tenant) {
    TenantScope.run(
        tenant,
        () -> {
          transaction.executeWithoutResult(status -> markOverdue(clock.instant()));
          int most = questions.asking().free(tenant.id());
          List<ToAsk> asks =
              most < 1
                  ? List.of()
                  : Objects.requireNonNull(
                      transaction.execute(status -> claim(clock.instant(), most)));
          // committed: each of them has its next time, whatever becomes of this process
          asks.forEach(ask -> questions.asking().begin(tenant, () -> ask(tenant, ask)));
          transaction.executeWithoutResult(status -> awaiting.settleHint());
        });
  }

  /** Waits until no question is under way; says whether it is so. */
  public boolean awaitAnswers(Duration within) throws InterruptedException {
    return questions.asking().awaitNone(within);
  }

  private void markOverdue(Instant now) {
    List<Overdue> late = rows.overdue(now);
    if (late.isEmpty()) {
      return;
    }
    Set<UUID> moved =
        moves
            .make(late.stream().map(Reconciliation::overdue).toList(), Actor.SYSTEM, now, null)
            .keySet();
    rows.marked(
        late.stream()
            .filter(o -> moved.contains(o.delivery()))
            .map(o -> new Mark(o.delivery(), awaiting.canBeAsked(o.channel())))
            .toList(),
        now);
  }

  private static Move overdue(Overdue late) {
    return new Move(
        late.delivery(),
        late.attempt(),
        DeliveryState.ACCEPTED,
        DeliveryState.ACCEPTED,
        Cause.OVERDUE,
        Reason.of("receipt_overdue")
            .with("channel", late.channel())
            .with("accepted_at", late.acceptedAt().toString())
            .with(
                "within_seconds",
                Duration.between(late.acceptedAt(), late.overdueAt()).toSeconds()),
        "reconciliation",
        Moves.SPINE,
        Moves.Effect.NONE);
  }

  private List<ToAsk> claim(Instant now, int most) {
    List<ToAsk> asks = rows.toAsk(now, most);
    if (!asks.isEmpty()) {
      rows.asked(asks.stream().map(ask -> new Next(ask.delivery(), next(ask, now))).toList());
    }
    return asks;
  }

  private @Nullable Instant next(ToAsk ask, Instant now) {
    List<Duration> ladder = questions.settings().askAfter();
    return ask.ask() < ladder.size() ? now.plus(ladder.get(ask.ask())) : null;
  }

  private void ask(Tenant tenant, ToAsk ask) {
    TenantScope.run(
        tenant,
        () -> {
          QueryAnswer answer = questions.provider().ask(tenant, ask);
          transaction.executeWithoutResult(status -> hear(ask, answer));
        });
  }

  private void hear(ToAsk ask, QueryAnswer answer) {
    rows.answered(ask, answer.word(), answer.code(), answer.text(), clock.instant());
    if (answer instanceof QueryAnswer.Found found) {
      questions
          .evidence()
          .arrived(
              new ReceiptArrived(
                  ask.account(),
                  new ReceiptMatch.ByDelivery(new DeliveryId(ask.delivery())),
                  "query:" + found.news().word() + ":" + found.code(),
                  found.news(),
                  found.code(),
                  found.text(),
                  null,
                  "query",
                  1));
    }
  }
}
