package io.truebell.calm.window;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.core.message.Policy;
import io.truebell.core.spi.DueDelivery;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a policy's limits look at. */
record Limits(CalmPolicy policy) {
  /** The name that decisions are traced under. */
  static final String NAME = "calm";

  /** Its window; null when it has none, since it is about nothing or its type is always instant. */
  @Nullable Window window(DueDelivery delivery) {
    return delivery.subject().isEmpty() ? null : policy.windowOf(delivery.type());
  }

  /** How many of its category a day has; null for any number. */
  @Nullable Integer cap(DueDelivery delivery) {
    return policy.dailyCaps().get(delivery.category());
  }

  /** Whether anything is counted for it. */
  boolean lookAt(DueDelivery delivery) {
    return window(delivery) != null || cap(delivery) != null;
  }

  Policy stamp() {
    return new Policy(NAME, policy.version());
  }

  /** No window looks back further. */
  Duration longestWindow() {
    Window common = policy.window();
    Duration longest = common == null ? Duration.ZERO : common.length();
    for (CalmPolicy.TypeRules rules : policy.types().values()) {
      Window own = rules.window();
      if (own != null && own.length().compareTo(longest) > 0) {
        longest = own.length();
      }
    }
    return longest;
  }
}
