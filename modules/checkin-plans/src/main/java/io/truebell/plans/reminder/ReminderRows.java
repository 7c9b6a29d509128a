package io.truebell.plans.reminder;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.NotificationId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code plan_reminder}: which deliveries are reminders, and how each stands. */
@Component
class ReminderRows {
  private static final String ADD =
      """
      INSERT INTO plan_reminder (delivery_id, notification_id, plan_id, standing, queued_at)
      SELECT d, n, p, 'waiting', :now::timestamptz
      FROM unnest(:deliveries::uuid[], :notifications::uuid[], :plans::uuid[]) AS x(d, n, p)
      ON CONFLICT (delivery_id) DO NOTHING
      """;

  private static final String PLANS_OF =
      """
      SELECT DISTINCT notification_id, plan_id FROM plan_reminder WHERE notification_id = ANY (:ids::uuid[])
      """;

  private static final String OF =
      """
      SELECT delivery_id, notification_id, plan_id, standing FROM plan_reminder
      WHERE delivery_id = ANY (:ids::uuid[])
      """;

  private static final String STAND =
      """
      UPDATE plan_reminder r SET standing = x.standing
      FROM unnest(:deliveries::uuid[], :standings::text[]) AS x(delivery, standing)
      WHERE r.delivery_id = x.delivery
      """;

  private static final String OPEN =
      """
      SELECT DISTINCT notification_id FROM plan_reminder
      WHERE notification_id = ANY (:ids::uuid[]) AND standing <> 'ended'
      """;

  private static final String FORGET =
      """
      DELETE FROM plan_reminder r USING unnest(:plans::uuid[]) AS x(plan)
      WHERE r.plan_id = x.plan AND r.queued_at < :before::timestamptz AND r.standing IN ('accepted', 'ended')
      """;

  private final JdbcClient jdbc;

  ReminderRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** How one delivery of a reminder stands. */
  enum Standing {
    waiting,
    sending,
    accepted,
    ended
  }

  /** A delivery that reminds of a plan. */
  record Reminder(DeliveryId delivery, NotificationId notification, UUID plan, Standing standing) {}

  /** Keeps which deliveries are which plan's; those that are known stay as they are. */
  void add(List<Reminder> reminders, Instant now) {
    jdbc.sql(ADD)
        .param("deliveries", texts(reminders.stream().map(Reminder::delivery).toList()))
        .param("notifications", texts(reminders.stream().map(Reminder::notification).toList()))
        .param("plans", texts(reminders.stream().map(Reminder::plan).toList()))
        .param("now", now.toString())
        .update();
  }

  /** The plan of each of those notifications that is a reminder. */
  Map<NotificationId, UUID> plansOf(Collection<NotificationId> notifications) {
    Map<NotificationId, UUID> plans = new HashMap<>();
    jdbc.sql(PLANS_OF)
        .param("ids", texts(notifications))
        .query(
            row -> {
              plans.put(notification(row), row.getObject("plan_id", UUID.class));
            });
    return plans;
  }

  /** Those of the deliveries that are reminders. */
  List<Reminder> of(Collection<DeliveryId> deliveries) {
    return jdbc.sql(OF)
        .param("ids", texts(deliveries))
        .query(
            (row, n) ->
                new Reminder(
                    new DeliveryId(row.getObject("delivery_id", UUID.class)),
                    notification(row),
                    row.getObject("plan_id", UUID.class),
                    Standing.valueOf(row.getString("standing"))))
        .list();
  }

  private static NotificationId notification(ResultSet row) throws SQLException {
    return new NotificationId(row.getObject("notification_id", UUID.class));
  }

  void stand(Map<DeliveryId, Standing> standings) {
    if (standings.isEmpty()) {
      return;
    }
    List<DeliveryId> deliveries = List.copyOf(standings.keySet());
    jdbc.sql(STAND)
        .param("deliveries", texts(deliveries))
        .param("standings", texts(deliveries.stream().map(standings::get).toList()))
        .update();
  }

  /** Those of the reminders that have a delivery which has not ended without acceptance. */
  Set<NotificationId> open(Collection<NotificationId> notifications) {
    return new HashSet<>(
        jdbc.sql(OPEN)
            .param("ids", texts(notifications))
            .query((row, n) -> notification(row))
            .list());
  }

  /** Forgets what ended long ago. */
  void forget(List<UUID> plans, Instant before) {
    jdbc.sql(FORGET).param("plans", texts(plans)).param("before", before.toString()).update();
  }

  private static String[] texts(Collection<?> values) {
    return values.stream().map(String::valueOf).toArray(String[]::new);
  }
}
