package io.truebell.plans.checkin;

import io.truebell.core.identity.Actor;
import io.truebell.plans.checkin.BoundedTime.Trust;
import io.truebell.plans.checkin.CheckinRequest.Checked;
import io.truebell.plans.plan.Authorisations.Told;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Rows of {@code plan_checkin}. */
@Component
class CheckinRows {
  private static final String ADD =
      """
      INSERT INTO plan_checkin (id, plan_id, action_id, occurred_at, counted_at, clock, day, count, daily_goal,
        grant_request, grant_template, grant_status, recorded_at, actor, retry_at)
      VALUES (:id, :plan, :action, :occurred::timestamptz, :counted::timestamptz, :clock, :day, :count, :goal,
        :request, :template, :status, :now::timestamptz, :actor, :retry::timestamptz)
      ON CONFLICT (plan_id, action_id) DO NOTHING
      """;

  private static final String COLUMNS =
      """
      SELECT id, plan_id, action_id, counted_at, clock, grant_request, grant_template, grant_status, actor, answer,
        tries
      FROM plan_checkin
      """;
  private static final String FIND = COLUMNS + "WHERE plan_id = :plan AND action_id = :action";
  private static final String BY_ID = COLUMNS + "WHERE id = :id";

  private static final String OPEN =
      COLUMNS
          + """
          WHERE handled_at IS NULL AND retry_at <= :now::timestamptz ORDER BY retry_at LIMIT :most
          """;

  private static final String NEXT_OPEN =
      "SELECT min(retry_at) FROM plan_checkin WHERE handled_at IS NULL";

  private static final String HANDLED =
      """
      UPDATE plan_checkin SET answer = :answer::jsonb, handled_at = :now::timestamptz WHERE id = :id
      """;

  private static final String POSTPONE =
      """
      UPDATE plan_checkin SET tries = tries + 1, retry_at = :retry::timestamptz
      WHERE id = :id AND handled_at IS NULL
      """;

  private static final String PAGE =
      """
      SELECT id, action_id, occurred_at, counted_at, clock, day, count, daily_goal, grant_request, grant_status,
        handled_at IS NOT NULL AS handled, recorded_at
      FROM plan_checkin WHERE plan_id = :plan AND id < :before ORDER BY id DESC LIMIT :limit
      """;

  private final JdbcClient jdbc;
  private final JsonMapper json;

  CheckinRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    // a kept answer is given again as it was, also by a version that knows less or more
    this.json =
        json.rebuild()
            .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
  }

  /** Where and when a check-in is recorded. */
  record Stamp(UUID id, UUID plan, LocalDate day, Instant now, Instant retryAt, Actor actor) {}

  /** Says whether it is new; false when its action was recorded before. */
  boolean add(Stamp stamp, Checked checkin, BoundedTime time) {
    Told grant = checkin.grant();
    return jdbc.sql(ADD)
            .param("id", stamp.id())
            .param("plan", stamp.plan())
            .param("action", checkin.actionId())
            .param("occurred", checkin.occurredAt().toString())
            .param("counted", time.at().toString())
            .param("clock", time.trust().word())
            .param("day", stamp.day())
            .param("count", checkin.count())
            .param("goal", checkin.dailyGoal(), Types.INTEGER)
            .param("request", grant == null ? null : grant.requestId())
            .param("template", grant == null ? null : grant.template())
            .param("status", grant == null ? null : grant.status())
            .param("now", stamp.now().toString())
            .param("actor", stamp.actor().toString())
            .param("retry", stamp.retryAt().toString())
            .update()
        == 1;
  }

  Checkin find(UUID plan, String actionId) {
    return jdbc.sql(FIND)
        .param("plan", plan)
        .param("action", actionId)
        .query((row, n) -> checkin(row))
        .single();
  }

  Checkin find(UUID id) {
    return jdbc.sql(BY_ID).param("id", id).query((row, n) -> checkin(row)).single();
  }

  /** Those whose plan has not taken note of them yet, longest due first. */
  List<Checkin> open(Instant now, int most) {
    return jdbc.sql(OPEN)
        .param("now", now.toString())
        .param("most", most)
        .query((row, n) -> checkin(row))
        .list();
  }

  @Nullable Instant nextOpen() {
    return jdbc.sql(NEXT_OPEN)
        .query((row, n) -> Optional.ofNullable(row.getTimestamp(1)))
        .single()
        .map(Timestamp::toInstant)
        .orElse(null);
  }

  void handled(UUID id, CheckinAnswerView answer, Instant now) {
    jdbc.sql(HANDLED)
        .param("id", id)
        .param("answer", json.writeValueAsString(answer))
        .param("now", now.toString())
        .update();
  }

  void postpone(UUID id, Instant retryAt) {
    jdbc.sql(POSTPONE).param("id", id).param("retry", retryAt.toString()).update();
  }

  /** Newest first. */
  List<CheckinView> page(UUID plan, UUID before, int limit) {
    return jdbc.sql(PAGE)
        .param("plan", plan)
        .param("before", before)
        .param("limit", limit)
        .query((row, n) -> view(row))
        .list();
  }

  private Checkin checkin(ResultSet row) throws SQLException {
    String request = row.getString("grant_request");
    String answer = row.getString("answer");
    String[] actor = row.getString("actor").split(":", 2);
    return new Checkin(
        row.getObject("id", UUID.class),
        row.getObject("plan_id", UUID.class),
        row.getString("action_id"),
        new BoundedTime(
            row.getTimestamp("counted_at").toInstant(),
            Trust.valueOf(row.getString("clock").toUpperCase(Locale.ROOT))),
        request == null
            ? null
            : new Told(request, row.getString("grant_template"), row.getString("grant_status")),
        new Actor(actor[0], actor[1]),
        answer == null ? null : json.readValue(answer, CheckinAnswerView.class),
        row.getInt("tries"));
  }

  private static CheckinView view(ResultSet row) throws SQLException {
    return new CheckinView(
        row.getObject("id", UUID.class),
        row.getString("action_id"),
        row.getTimestamp("occurred_at").toInstant(),
        row.getTimestamp("counted_at").toInstant(),
        row.getString("clock"),
        row.getObject("day", LocalDate.class),
        row.getInt("count"),
        row.getObject("daily_goal", Integer.class),
        row.getString("grant_request"),
        row.getString("grant_status"),
        row.getBoolean("handled"),
        row.getTimestamp("recorded_at").toInstant());
  }
}
