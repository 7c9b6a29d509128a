package io.truebell.core.spi;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import java.time.Instant;
import java.util.Map;

/** What a gate says of one due delivery. */
public sealed interface Verdict {
  /**
   * It may go on.
   *
   * @param numbers what was looked at, for the trace; may be empty
   */
  record Pass(Map<String, Object> numbers) implements Verdict {
    public Pass {
      numbers = Map.copyOf(numbers);
    }
  }

  /** Not now: it stays queued until {@code until}. */
  record Hold(Reason reason, Policy policy, Instant until) implements Verdict {}

  /** It joins the open digest. */
  record Merge(DeliveryId digest, Reason reason, Policy policy) implements Verdict {}

  /** A limit leaves it to the inbox. */
  record Degrade(Reason reason, Policy policy) implements Verdict {}

  /**
   * It ends here.
   *
   * @param state SUPPRESSED, CANCELLED, EXPIRED or REJECTED
   */
  record Stop(DeliveryState state, Reason reason, Policy policy) implements Verdict {
    public Stop {
      switch (state) {
        case SUPPRESSED, CANCELLED, EXPIRED, REJECTED -> {}
        default -> throw new IllegalArgumentException("a gate cannot stop with " + state);
      }
    }
  }

  /** It may go on, and there is nothing to say. */
  Verdict PASS = new Pass(Map.of());
}
