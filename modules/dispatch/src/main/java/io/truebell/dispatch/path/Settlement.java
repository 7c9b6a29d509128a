package io.truebell.dispatch.path;

import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Outcome;
import io.truebell.dispatch.moves.Moves;
import io.truebell.dispatch.moves.Moves.Effect;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

/** What each outcome means for its delivery: the table of the domain, as pure functions. */
final class Settlement {
  private Settlement() {}

  /** The move that settles a claimed delivery. */
  static Move of(AttemptedDelivery attempted, Instant now) {
    return switch (attempted.outcome()) {
      case Outcome.Accepted a ->
          answer(
              attempted,
              DeliveryState.ACCEPTED,
              reason("provider_accepted", attempted),
              Moves.SPINE,
              new Effect(null, a.providerRef(), null, false));
      case Outcome.Rejected r ->
          refused(
              attempted,
              DeliveryState.REJECTED,
              "rejected_" + r.fault().name().toLowerCase(Locale.ROOT));
      case Outcome.Transient t -> retry(attempted, t, now);
      case Outcome.Failed _ -> refused(attempted, DeliveryState.FAILED, "provider_failed");
      case Outcome.Unknown _ -> unknown(attempted, now);
    };
  }

  /** The move of a delivery that was swept before its acceptance came. */
  static Move late(AttemptedDelivery attempted) {
    String ref =
        attempted.outcome() instanceof Outcome.Accepted accepted ? accepted.providerRef() : null;
    return new Move(
        attempted.claimed().id(),
        attempted.claimed().attempt(),
        DeliveryState.UNKNOWN,
        DeliveryState.ACCEPTED,
        Cause.LATE_ANSWER,
        reason("accepted_late", attempted),
        "settle",
        Moves.SPINE,
        new Effect(null, ref, null, false));
  }

  /** The move that an answer makes which is itself the receiver's evidence. */
  static Move confirmed(AttemptedDelivery attempted) {
    return new Move(
        attempted.claimed().id(),
        attempted.claimed().attempt(),
        DeliveryState.ACCEPTED,
        DeliveryState.DELIVERED,
        Cause.RECEIPT,
        reason("receiver_confirmed", attempted),
        "answer",
        Moves.SPINE,
        Effect.NONE);
  }

  /** The move of a delivery that is given back because its call never began. */
  static Move givenBack(UUID delivery, int attempt, GivenBack why) {
    Instant until = why.until();
    return new Move(
        delivery,
        attempt,
        DeliveryState.CLAIMED,
        DeliveryState.QUEUED,
        Cause.GIVE_BACK,
        until == null ? why.reason() : why.reason().with("until", until.toString()),
        "worker",
        Moves.SPINE,
        until == null ? Effect.NONE : Effect.until(until));
  }

  /**
   * Unknown is final, with one exception: a provider that removes duplicates by key is asked again
   * with the same key, as long as the next call falls inside its window. The window is counted from
   * the delivery's creation, which is before the first call: never too long.
   */
  private static Move unknown(AttemptedDelivery attempted, Instant now) {
    List<Duration> ladder = attempted.claimed().material().account().retryLadder();
    int step = attempted.claimed().retries();
    Duration window = attempted.deduplicatesFor();
    if (window != null && step < ladder.size()) {
      Instant until = now.plus(ladder.get(step));
      if (inWindow(attempted, until)) {
        return answer(
            attempted,
            DeliveryState.QUEUED,
            reason("unknown_asked_again", attempted)
                .with("window_seconds", window.toSeconds())
                .with("until", until.toString()),
            new Policy("retry_ladder", 1),
            new Effect(until, null, null, true));
      }
    }
    return answer(
        attempted,
        DeliveryState.UNKNOWN,
        reason("outcome_unknown", attempted),
        Moves.SPINE,
        Effect.NONE);
  }

  /**
   * A refusal ends the delivery; but when an earlier call may have been carried out, it stays so.
   */
  private static Move refused(AttemptedDelivery attempted, DeliveryState to, String code) {
    return attempted.claimed().unknownBefore()
        ? earlierCallUnknown(attempted)
        : answer(attempted, to, reason(code, attempted), Moves.SPINE, Effect.NONE);
  }

  private static Move earlierCallUnknown(AttemptedDelivery attempted) {
    return answer(
        attempted,
        DeliveryState.UNKNOWN,
        reason("earlier_call_unknown", attempted),
        Moves.SPINE,
        Effect.NONE);
  }

  /** Whether a call at {@code until} may follow an unknown one. */
  private static boolean inWindow(AttemptedDelivery attempted, Instant until) {
    Duration window = attempted.deduplicatesFor();
    return window != null && until.isBefore(attempted.claimed().due().createdAt().plus(window));
  }

  private static Move retry(AttemptedDelivery attempted, Outcome.Transient outcome, Instant now) {
    List<Duration> ladder = attempted.claimed().material().account().retryLadder();
    int step = attempted.claimed().retries();
    Policy policy = new Policy("retry_ladder", 1);
    Reason reason =
        reason("retry_later", attempted).with("step", step + 1).with("steps", ladder.size());
    if (step >= ladder.size()) {
      return attempted.claimed().unknownBefore()
          ? earlierCallUnknown(attempted)
          : answer(
              attempted,
              DeliveryState.FAILED,
              reason("retries_used_up", attempted).with("steps", ladder.size()),
              policy,
              Effect.NONE);
    }
    Duration wait = ladder.get(step);
    if (outcome.retryAfter() != null && outcome.retryAfter().compareTo(wait) > 0) {
      wait = outcome.retryAfter();
      reason = reason.with("provider_asked_seconds", wait.toSeconds());
    }
    Instant until = now.plus(wait);
    if (attempted.claimed().unknownBefore() && !inWindow(attempted, until)) {
      return earlierCallUnknown(attempted);
    }
    return answer(
        attempted,
        DeliveryState.QUEUED,
        reason.with("until", until.toString()),
        policy,
        new Effect(until, null, null, true));
  }

  private static Move answer(
      AttemptedDelivery attempted, DeliveryState to, Reason reason, Policy policy, Effect effect) {
    return new Move(
        attempted.claimed().id(),
        attempted.claimed().attempt(),
        DeliveryState.CLAIMED,
        to,
        Cause.ANSWER,
        reason,
        "settle",
        policy,
        effect);
  }

  private static Reason reason(String code, AttemptedDelivery attempted) {
    Duration took = Duration.between(attempted.startedAt(), attempted.endedAt());
    return Reason.of(code)
        .with("channel", attempted.claimed().due().channel().value())
        .with("code", attempted.outcome().code())
        .with("text", attempted.outcome().text())
        .with("took_ms", took.toMillis())
        .with("called", attempted.called());
  }
}
