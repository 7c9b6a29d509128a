package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A rule that a due delivery passes before its claim. Runs inside the claim's transaction, in the
 * tenant's scope, on a batch, with set-based SQL.
 */
public interface Gate {
  /** Its place in the chain. */
  GatePlace place();

  /**
   * Before the claim's transaction begins, in the tenant's scope: the place to ask what stands in
   * no database. The tenant has no other visit on this node until {@link #afterClaim}.
   */
  default void beforeClaim(Instant now) {}

  /** After that transaction, however it ended. */
  default void afterClaim() {}

  /** A verdict for each delivery that it has something to say about; the others pass. */
  Map<DeliveryId, Verdict> examine(GateBatch batch);

  /**
   * Told what the whole chain decided, in the claim's transaction: which deliveries are claimed,
   * and which have ended. Those that are held are left out. Never called in a dry run.
   */
  default void decided(List<DecidedDelivery> decided) {}

  /**
   * Books or gives back what {@link #examine} took, in the transaction that settles these
   * deliveries. A claim that the sweep ended and whose acceptance came late is told twice: as
   * UNKNOWN, then as ACCEPTED. A queued delivery that its sender withdrew is told as CANCELLED, and
   * a retry that a receipt ended as what the receipt made of it; both without an outcome.
   */
  default void settle(List<SettledDelivery> settled) {}
}
