package io.truebell.dispatch.redrive;

import io.truebell.core.message.DeliveryState;
import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the API shows of sending again. */
final class RedriveViews {
  private RedriveViews() {}

  /**
   * A delivery that ended without reaching anybody, for all that is known.
   *
   * @param mayHaveReached whether it may have arrived after all: nobody knows
   * @param resendOf the delivery that this one was sent in place of
   * @param actions what may safely be done, the wisest first; none means that nothing is to be done
   */
  record UnreachedView(
      UUID delivery,
      UUID message,
      UUID notification,
      String recipient,
      @Nullable String channel,
      @Nullable String account,
      String type,
      String subject,
      DeliveryState state,
      String reason,
      Said why,
      boolean sandbox,
      boolean mayHaveReached,
      @Nullable UUID resendOf,
      Instant createdAt,
      Instant endedAt,
      List<ActionView> actions,
      @Nullable RefusalView noResend) {}

  /** One safe thing to do. */
  record ActionView(String action, String reason, Said why) {}

  /** Why it cannot be sent again. */
  record RefusalView(String reason, Said why) {}

  /**
   * A delivery that was made in place of another.
   *
   * @param delivery the new one
   * @param resendOf the one that it follows: the one that was named, or the last that followed it
   * @param repeated an earlier call with the same idempotency key had made it
   */
  record ResendView(UUID delivery, UUID resendOf, boolean repeated) {}

  /**
   * What sending many again did.
   *
   * @param nextCursor null when nothing is left to look at
   */
  record RedriveView(int resent, int leftOut, List<ItemView> items, @Nullable String nextCursor) {}

  /**
   * What became of one.
   *
   * @param resentAs the new delivery; null when it was left out
   * @param refusal why it was left out
   */
  record ItemView(UUID delivery, @Nullable UUID resentAs, @Nullable RefusalView refusal) {}
}
