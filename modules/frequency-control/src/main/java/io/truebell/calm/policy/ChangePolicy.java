package io.truebell.calm.policy;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Makes a new version, unless it would say what the one in force says. */
@Component
class ChangePolicy {
  private final PolicyRows rows;
  private final CalmPolicies policies;
  private final TransactionTemplate transaction;
  private final Clock clock;

  ChangePolicy(
      PolicyRows rows, CalmPolicies policies, TransactionTemplate transaction, Clock clock) {
    this.rows = rows;
    this.policies = policies;
    this.transaction = transaction;
    this.clock = clock;
  }

  /**
   * Puts a policy in force.
   *
   * @param expected whether the caller knows the version that is in force
   * @throws ApiProblem 422 when a field is wrong, 412 when another version is in force
   */
  StoredPolicy change(CalmPolicyDocument wanted, IntPredicate expected, Actor actor) {
    List<FieldProblem> problems = new ArrayList<>();
    wanted.check(problems, "");
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return Objects.requireNonNull(
        transaction.execute(
            status -> {
              rows.lock();
              return replace(wanted, expected, actor);
            }));
  }

  private StoredPolicy replace(CalmPolicyDocument wanted, IntPredicate expected, Actor actor) {
    int current = rows.current();
    if (!expected.test(current)) {
      throw new ApiProblem(
          412, "policy_changed", "Version " + current + " is in force by now.", List.of());
    }
    if (wanted.policy(current).equals(policies.version(current))) {
      return rows.find(current).orElse(StoredPolicy.BUILT_IN);
    }
    StoredPolicy added =
        new StoredPolicy(
            wanted.policy(current + 1),
            clock.instant().truncatedTo(ChronoUnit.MICROS),
            actor.toString());
    rows.add(added);
    return added;
  }
}
