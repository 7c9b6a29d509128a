package io.truebell.dispatch.evidence;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptListener;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Receipts;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.dispatch.evidence.ReceiptRows.Target;
import io.truebell.dispatch.gates.GateChain;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import io.truebell.dispatch.routes.Fallbacks;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Where receipts enter and what they move. A receipt is stored once and moves its delivery only
 * towards stronger evidence; one that comes before the answer of the call waits for it. One that
 * contradicts where the delivery stands moves nothing, is kept, and is reported.
 */
@Component
public class Evidence implements Receipts {
  private static final Actor ACTOR = new Actor("receipt", "provider");

  private final ReceiptRows rows;
  private final Moves moves;
  private final Awaiting awaiting;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final Audience audience;

  Evidence(
      ReceiptRows rows,
      Moves moves,
      Awaiting awaiting,
      TransactionTemplate transaction,
      Clock clock,
      Audience audience) {
    this.rows = rows;
    this.moves = moves;
    this.awaiting = awaiting;
    this.transaction = transaction;
    this.clock = clock;
    this.audience = audience;
  }

  /** Who hears of receipts and of what they end. */
  @Component
  record Audience(
      ObjectProvider<ReceiptListener> listeners, GateChain gates, Fallbacks fallbacks) {}

  @Override
  public Effect arrived(ReceiptArrived receipt) {
    return Objects.requireNonNull(transaction.execute(status -> store(receipt)));
  }

  private Receipts.Effect store(ReceiptArrived receipt) {
    Instant now = clock.instant();
    List<Target> targets = rows.lock(receipt.account(), receipt.match());
    if (targets.isEmpty()) {
      return Receipts.Effect.UNMATCHED;
    }
    if (targets.size() > 1) {
      return Receipts.Effect.AMBIGUOUS;
    }
    Target target = targets.getFirst();
    if (!rows.storeOnce(target, receipt, now)) {
      return Receipts.Effect.REPEATED;
    }
    if (receipt.news().provenBeyond().contains(Proof.ENDPOINT_DEAD)) {
      rows.markDead(target.endpoint(), receipt.code(), now);
    }
    List<UUID> delivery = List.of(target.delivery().value());
    boolean moved = !move(rows.strongest(delivery), now).isEmpty();
    rows.markDisagreements(delivery);
    ReceiptListener.Stored stored = stored(target, receipt, moved);
    audience.listeners().orderedStream().forEach(listener -> listener.stored(stored));
    return moved ? Receipts.Effect.MOVED : Receipts.Effect.KEPT;
  }

  /**
   * Lets stored receipts move those of {@code deliveries} that wait for evidence, and begins to
   * wait for the others; in the caller's transaction, after each batch of moves that a call made.
   *
   * @return those that moved
   */
  public Map<UUID, Integer> apply(List<UUID> deliveries, Instant now) {
    if (deliveries.isEmpty()) {
      return Map.of();
    }
    List<Standing> standing = rows.strongest(deliveries);
    awaiting.begin(standing, now);
    Map<UUID, Integer> moved = move(standing, now);
    List<UUID> told = standing.stream().filter(Standing::told).map(Standing::delivery).toList();
    if (!told.isEmpty()) {
      rows.markDisagreements(told);
    }
    return moved;
  }

  private Map<UUID, Integer> move(List<Standing> standing, Instant now) {
    List<Move> list = standing.stream().map(Standing::move).flatMap(Optional::stream).toList();
    Map<UUID, Integer> moved = moves.make(list, ACTOR, now, null);
    List<Move> made = list.stream().filter(m -> moved.containsKey(m.delivery())).toList();
    awaiting.ended(made);
    // no call will settle a retry that evidence has ended
    audience
        .gates()
        .settle(
            made.stream()
                .filter(m -> m.from() == DeliveryState.QUEUED)
                .map(
                    m ->
                        new SettledDelivery(
                            new DeliveryId(m.delivery()), m.attempt(), m.to(), null))
                .toList());
    audience
        .fallbacks()
        .undelivered(
            made.stream()
                .filter(m -> m.to() == DeliveryState.UNDELIVERED)
                .map(Move::delivery)
                .toList());
    List<UUID> accepted =
        made.stream().filter(m -> m.to() == DeliveryState.ACCEPTED).map(Move::delivery).toList();
    if (!accepted.isEmpty()) {
      awaiting.begin(rows.strongest(accepted), now);
    }
    return moved;
  }

  private static ReceiptListener.Stored stored(
      Target target, ReceiptArrived receipt, boolean moved) {
    return new ReceiptListener.Stored(
        target.delivery(),
        target.recipient(),
        target.endpoint(),
        target.account(),
        target.channel(),
        target.category(),
        receipt.receiptId(),
        receipt.news(),
        receipt.code(),
        receipt.text(),
        moved);
  }
}
