package io.truebell.dispatch.evidence;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.Receipts;
import io.truebell.dispatch.evidence.ReceiptRows.Standing;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Where receipts enter and what they move. A receipt is stored once and moves its delivery only
 * towards stronger evidence; one that comes before the answer of the call waits for it.
 */
@Component
public class Evidence implements Receipts {
  private final ReceiptRows rows;
  private final Moves moves;
  private final TransactionTemplate transaction;
  private final Clock clock;

  Evidence(ReceiptRows rows, Moves moves, TransactionTemplate transaction, Clock clock) {
    this.rows = rows;
    this.moves = moves;
    this.transaction = transaction;
    this.clock = clock;
  }

  @Override
  public Effect arrived(ReceiptArrived receipt) {
    return Objects.requireNonNull(transaction.execute(status -> store(receipt)));
  }

  private Receipts.Effect store(ReceiptArrived receipt) {
    Instant now = clock.instant();
    UUID delivery = receipt.delivery().value();
    // locks the delivery: a settlement under way ends first, and then sees this receipt or is seen
    Optional<Standing> standing = rows.lock(delivery);
    if (standing.isEmpty()) {
      return Receipts.Effect.UNMATCHED;
    }
    if (!rows.storeOnce(receipt, now)) {
      return Receipts.Effect.REPEATED;
    }
    return apply(List.of(delivery), now).isEmpty() ? Receipts.Effect.KEPT : Receipts.Effect.MOVED;
  }

  /**
   * Lets stored receipts move those of {@code deliveries} that wait for evidence; in the caller's
   * transaction.
   *
   * @return those that moved
   */
  public Map<UUID, Integer> apply(List<UUID> deliveries, Instant now) {
    List<Move> list = rows.unapplied(deliveries).stream().map(Evidence::move).toList();
    return moves.make(list, new Actor("receipt", "provider"), now, null);
  }

  private static Move move(ReceiptRows.Proof proof) {
    Reason reason =
        Reason.of(proof.delivered() ? "receipt_delivered" : "receipt_undelivered")
            .with("source", proof.source())
            .with("code", proof.code())
            .with("text", proof.text());
    return new Move(
        proof.delivery(),
        proof.standing().attempt(),
        proof.standing().state(),
        proof.delivered() ? DeliveryState.DELIVERED : DeliveryState.UNDELIVERED,
        Cause.RECEIPT,
        reason,
        "receipt",
        Moves.SPINE,
        Moves.Effect.NONE);
  }
}
