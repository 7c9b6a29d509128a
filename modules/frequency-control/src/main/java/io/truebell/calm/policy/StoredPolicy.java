package io.truebell.calm.policy;

import io.truebell.core.identity.Actor;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A policy, since when it holds, and who wanted it.
 *
 * @param since null for the built-in one
 */
record StoredPolicy(CalmPolicy policy, @Nullable Instant since, String by) {
  static final StoredPolicy BUILT_IN =
      new StoredPolicy(CalmPolicies.BUILT_IN, null, Actor.SYSTEM.toString());
}
