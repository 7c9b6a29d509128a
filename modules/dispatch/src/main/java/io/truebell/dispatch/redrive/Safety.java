package io.truebell.dispatch.redrive;

import io.truebell.dispatch.redrive.Unreached.Way;
import java.time.Instant;
import java.util.List;

/** What may safely be done about a delivery; pure. */
final class Safety {
  private Safety() {}

  /** What can be done; {@link #wireName} is its name in the API. */
  enum Action {
    RESEND,
    RESEND_IF_DUPLICATE_ACCEPTABLE,
    FIX_ENDPOINT_FIRST,
    FIX_ACCOUNT_FIRST,
    POST_AGAIN,
    WAIT_FOR_EVIDENCE;

    String wireName() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * One safe thing to do.
   *
   * @param reason code of why
   */
  record Offer(Action action, String reason) {}

  /**
   * What is offered, the wisest first.
   *
   * @param refusal the code of why it cannot be sent again; empty when it can
   * @param word whether the caller must say that a duplicate is acceptable
   */
  record Judgement(List<Offer> offers, String refusal, boolean word) {
    /** Whether sending again is the first thing to do. */
    boolean resendFirst() {
      return refusal.isEmpty()
          && switch (offers.getFirst().action()) {
            case RESEND, RESEND_IF_DUPLICATE_ACCEPTABLE -> true;
            case FIX_ENDPOINT_FIRST, FIX_ACCOUNT_FIRST, POST_AGAIN, WAIT_FOR_EVIDENCE -> false;
          };
    }
  }

  static Judgement judge(Unreached delivery, Instant now) {
    return switch (delivery.state()) {
      case QUEUED, CLAIMED -> refused("resend_still_open");
      case DELIVERED -> refused("resend_delivered");
      case ACCEPTED -> refused("resend_accepted", Action.WAIT_FOR_EVIDENCE);
      case MERGED, DEGRADED, SUPPRESSED, INBOX_ONLY -> refused("resend_decided");
      case EXPIRED -> refused("resend_expired");
      case CANCELLED, REJECTED, FAILED, UNKNOWN, UNDELIVERED -> ended(delivery, now);
    };
  }

  private static Judgement ended(Unreached delivery, Instant now) {
    if (delivery.withdrawn() || delivery.reason().equals("sender_withdrew")) {
      return refused("resend_withdrawn", Action.POST_AGAIN);
    }
    if (delivery.expiresAt() != null && !now.isBefore(delivery.expiresAt())) {
      return refused("resend_expired");
    }
    Way way = delivery.way();
    if (way == null) {
      return refused("resend_no_way", Action.FIX_ENDPOINT_FIRST);
    }
    Offer resend =
        way.maybeThere()
            ? new Offer(Action.RESEND_IF_DUPLICATE_ACCEPTABLE, "resend_unknown")
            : new Offer(Action.RESEND, "resend_safe");
    return new Judgement(
        switch (delivery.reason()) {
          case "rejected_recipient" ->
              List.of(new Offer(Action.FIX_ENDPOINT_FIRST, "resend_fix_endpoint"), resend);
          case "rejected_configuration" ->
              List.of(new Offer(Action.FIX_ACCOUNT_FIRST, "resend_fix_account"), resend);
          case "rejected_message" ->
              List.of(new Offer(Action.POST_AGAIN, "resend_fix_message"), resend);
          default -> List.of(resend);
        },
        "",
        way.maybeThere());
  }

  private static Judgement refused(String reason) {
    return new Judgement(List.of(), reason, false);
  }

  private static Judgement refused(String reason, Action instead) {
    return new Judgement(List.of(new Offer(instead, reason)), reason, false);
  }
}
