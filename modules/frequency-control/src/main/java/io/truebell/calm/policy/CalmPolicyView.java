package io.truebell.calm.policy;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A policy that is or was in force.
 *
 * @param version grows by one with each change; 1 is built in
 * @param since null for the built-in one, which holds until there is another
 * @param by who put it in force
 * @param policy what it says, as it can be put again
 */
record CalmPolicyView(int version, @Nullable Instant since, String by, CalmPolicyDocument policy) {
  static CalmPolicyView of(StoredPolicy stored) {
    return new CalmPolicyView(
        stored.policy().version(),
        stored.since(),
        stored.by(),
        CalmPolicyDocument.of(stored.policy()));
  }
}
