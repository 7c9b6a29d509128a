package io.truebell.calm.window;

import io.truebell.calm.policy.CalmPolicies;
import io.truebell.calm.policy.CalmPolicy;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The limits of the scope's tenant, as they stand now. */
@Component
class LimitsInForce {
  private final Supplier<CalmPolicy> policy;

  @Autowired
  LimitsInForce(CalmPolicies policies) {
    this(policies::current);
  }

  LimitsInForce(Supplier<CalmPolicy> policy) {
    this.policy = policy;
  }

  Limits now() {
    return new Limits(policy.get());
  }
}
