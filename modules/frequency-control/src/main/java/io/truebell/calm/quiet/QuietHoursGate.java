package io.truebell.calm.quiet;

import io.truebell.calm.policy.CalmPolicies;
import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.quiet.QuietRows.Clocked;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Verdict;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What comes at the wrong hour of the recipient's day waits, or is left to the inbox. */
@Component
class QuietHoursGate implements Gate {
  private static final Clocked NOWHERE = new Clocked("(none)", null);

  private final CalmPolicies policies;
  private final QuietRows rows;

  QuietHoursGate(CalmPolicies policies, QuietRows rows) {
    this.policies = policies;
    this.rows = rows;
  }

  @Override
  public GatePlace place() {
    return GatePlace.PREFERENCE_AND_QUIET_HOURS;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Set<RecipientId> people =
        batch.deliveries().stream().map(DueDelivery::recipient).collect(Collectors.toSet());
    if (people.isEmpty()) {
      return Map.of();
    }
    CalmPolicy policy = policies.current();
    Map<RecipientId, Clocked> clocks = rows.of(people);
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      Clocked clock = clocks.getOrDefault(delivery.recipient(), NOWHERE);
      Verdict verdict = examine(delivery, clock, policy, batch.now());
      if (verdict != null) {
        verdicts.put(delivery.id(), verdict);
      }
    }
    return verdicts;
  }

  private static @Nullable Verdict examine(
      DueDelivery delivery, Clocked clock, CalmPolicy policy, Instant now) {
    List<ShutHours> hours = ShutHours.of(policy, delivery.category(), clock.own());
    if (hours.isEmpty()) {
      return null;
    }
    Policy named = new Policy("calm", policy.version());
    ZoneId zone;
    try {
      zone = ZoneId.of(clock.zone());
    } catch (DateTimeException e) {
      // one that an older Java does not know; read as any other it would wake people at night
      return delivery.urgent()
          ? null
          : new Verdict.Degrade(
              new Reason(QuietReasons.NO_ZONE, Map.of("zone", clock.zone())), named);
    }
    WrongHour wrong = new WrongHour(now, zone, delivery.category());
    return switch (SendTime.of(now, zone, hours, delivery.urgent())) {
      case SendTime.Now(ShutHours passed) ->
          passed == null ? null : new Verdict.Pass(wrong.passed(passed));
      case SendTime.Later later -> new Verdict.Hold(wrong.held(later), named, later.until());
      case SendTime.Inbox(ShutHours shut) -> new Verdict.Degrade(wrong.left(shut), named);
      case SendTime.Never _ -> new Verdict.Degrade(wrong.never(), named);
    };
  }
}
