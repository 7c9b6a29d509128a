package io.truebell.dispatch.redrive;

import io.truebell.core.identity.Actor;
import io.truebell.dispatch.redrive.RedriveViews.RedriveView;
import io.truebell.dispatch.redrive.RedriveViews.ResendView;
import io.truebell.dispatch.redrive.RedriveViews.UnreachedView;
import java.util.List;
import java.util.UUID;

/** Lists and sends again as the API does, for tests in other rooms. */
public final class TestRedrive {
  private static final Actor CALLER = new Actor("api_key", "test");

  private final Redrive redrive;
  private final SendAgain sendAgain;

  TestRedrive(Redrive redrive, SendAgain sendAgain) {
    this.redrive = redrive;
    this.sendAgain = sendAgain;
  }

  /** A new delivery. */
  public record Resent(UUID delivery, UUID resendOf, boolean repeated) {}

  public Resent resend(UUID delivery) {
    return resend(delivery, false, null);
  }

  public Resent resend(UUID delivery, boolean duplicateAcceptable, String key) {
    ResendView view =
        sendAgain.resend(
            delivery, new ResendRequest("the customer called", duplicateAcceptable), key, CALLER);
    return new Resent(view.delivery(), view.resendOf(), view.repeated());
  }

  /** Recipient, state and what is offered, newest first. */
  public List<String> list() {
    return redrive.list(RedriveFilter.ALL, null, 50).items().stream()
        .map(TestRedrive::line)
        .toList();
  }

  /** Those in a state, a page of one. */
  public List<String> page(String state, int limit) {
    return redrive
        .list(
            new RedriveFilter(state, null, "test", "trip.changed", null, null, null, null),
            null,
            limit)
        .items()
        .stream()
        .map(TestRedrive::line)
        .toList();
  }

  private static String line(UnreachedView view) {
    return view.recipient()
        + " "
        + view.state()
        + " "
        + view.actions().stream().map(RedriveViews.ActionView::action).toList()
        + (view.noResend() == null ? "" : " " + view.noResend().reason());
  }

  /** Recipient-less results: refusal or "resent", newest first. */
  public List<String> all(boolean duplicateAcceptable) {
    RedriveView view =
        redrive.all(
            new RedriveRequest(null, "provider is back", duplicateAcceptable, null, null), CALLER);
    return view.items().stream()
        .map(item -> item.refusal() == null ? "resent" : item.refusal().reason())
        .toList();
  }
}
