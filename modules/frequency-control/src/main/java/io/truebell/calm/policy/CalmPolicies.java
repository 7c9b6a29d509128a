package io.truebell.calm.policy;

import io.truebell.calm.policy.CalmPolicy.Hours;
import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.core.message.Category;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Map;
import org.springframework.stereotype.Component;

/** The policies of the scope's tenant. */
@Component
public class CalmPolicies {
  /** What holds as long as a tenant has said nothing. */
  public static final CalmPolicy BUILT_IN =
      new CalmPolicy(
          1,
          new Window(3, Duration.ofHours(1)),
          Map.of(Category.MARKETING, 5),
          null,
          Map.of(
              Category.MARKETING,
              new Hours(LocalTime.of(8, 0), LocalTime.of(21, 0), Otherwise.HOLD)),
          Map.of());

  /** The one in force. */
  public CalmPolicy current() {
    return BUILT_IN;
  }
}
