package io.truebell.ledger.grants;

import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;

/**
 * What an attempt's outcome proves of the authorisation that it reserved.
 *
 * @param reason a reason's code
 */
record Fate(Kind kind, String reason) {
  enum Kind {
    /** The provider took the message: it is used up. */
    USED,
    /** Nothing was used: it is available again. */
    UNUSED,
    /** It may have been used, or is gone: void. */
    GONE,
    /** It may have been used, and the same call is made again: it stays reserved. */
    IN_DOUBT
  }

  /** The table of outcomes. The state comes first: it knows of earlier calls too. */
  static Fate of(SettledDelivery settled) {
    return switch (settled.state()) {
      case ACCEPTED, DELIVERED ->
          new Fate(Kind.USED, byReceipt(settled) ? "grant_receipt_taken" : "grant_accepted");
      case UNDELIVERED ->
          byReceipt(settled)
              ? new Fate(Kind.GONE, "grant_receipt_undelivered")
              : new Fate(Kind.USED, "grant_accepted");
      case UNKNOWN ->
          refused(settled)
              ? new Fate(Kind.GONE, "grant_provider_refused")
              : new Fate(Kind.GONE, "grant_outcome_unknown");
      case REJECTED ->
          refused(settled)
              ? new Fate(Kind.GONE, "grant_provider_refused")
              : new Fate(Kind.UNUSED, "grant_not_used");
      case FAILED ->
          settled.outcome() instanceof Outcome.Transient
              ? new Fate(Kind.UNUSED, "grant_not_used")
              : new Fate(Kind.GONE, "grant_call_failed");
      case QUEUED, CLAIMED ->
          settled.outcome() instanceof Outcome.Unknown
              ? new Fate(Kind.IN_DOUBT, "grant_in_doubt")
              : new Fate(Kind.UNUSED, "grant_not_used");
      case CANCELLED, EXPIRED, SUPPRESSED, DEGRADED, MERGED, INBOX_ONLY ->
          new Fate(Kind.UNUSED, "grant_not_used");
    };
  }

  /** Whether a receipt moved a delivery that no call was under way for. */
  static boolean byReceipt(SettledDelivery settled) {
    return settled.outcome() == null
        && switch (settled.state()) {
          case ACCEPTED, DELIVERED, UNDELIVERED -> true;
          case QUEUED, CLAIMED, UNKNOWN, REJECTED, FAILED -> false;
          case CANCELLED, EXPIRED, SUPPRESSED, DEGRADED, MERGED, INBOX_ONLY -> false;
        };
  }

  /** Whether a receipt proves that the provider took a message whose call looked unsuccessful. */
  static boolean takenByReceipt(SettledDelivery settled) {
    return byReceipt(settled) && of(settled).kind() == Kind.USED;
  }

  /** Whether the provider's answer proves that the person has no authorisation left. */
  static boolean refused(SettledDelivery settled) {
    return settled.outcome() instanceof Outcome.Rejected rejected && rejected.authorisationGone();
  }
}
