package io.truebell.plans;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What tests of plans do to a platform whose clock is the system's. */
final class DuePlan {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");

  private DuePlan() {}

  /** Hourly, for a person in UTC who is awake now and for some hours. */
  static Map<String, Object> body(String channel, String type) {
    LocalTime now = LocalTime.ofInstant(Instant.now(), ZoneOffset.UTC);
    return new HashMap<>(
        Map.of(
            "type",
            type,
            "channel",
            channel,
            "interval_minutes",
            60,
            "wake",
            TIME.format(now.minusHours(3)),
            "sleep",
            TIME.format(now.plusHours(6)),
            "daily_goal",
            2,
            "title",
            "Drink some water"));
  }

  static Map<String, Object> checkin(String action) {
    return Map.of("action_id", action, "occurred_at", Instant.now().toString());
  }

  /** Lets the time of the tenant's one scheduled plan come. */
  static void due(JdbcClient jdbc, String tenant) {
    assertThat(
            jdbc.sql(
                    "UPDATE t_"
                        + tenant.replace("-", "")
                        + ".plan SET next_at = now() WHERE state = 'scheduled'")
                .update())
        .isEqualTo(1);
    wake(jdbc, tenant);
  }

  /** Has the tenant's plans looked at. */
  static void wake(JdbcClient jdbc, String tenant) {
    int ignored =
        jdbc.sql(
                "INSERT INTO datastore.work_wake (kind, tenant, due_at) VALUES ('checkin_plans', :tenant, now())")
            .param("tenant", UUID.fromString(tenant))
            .update();
  }
}
