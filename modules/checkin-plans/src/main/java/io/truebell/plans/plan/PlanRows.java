package io.truebell.plans.plan;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.plans.hours.WakingHours;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Rows of {@code plan}, of the scope's tenant. */
@Component
class PlanRows {
  private static final String COLUMNS =
      """
      p.id, p.recipient_id, p.key, p.type, p.channel, p.title, p.payload, p.interval_minutes, p.wake, p.sleep,
      p.daily_goal, p.state, p.reason, p.numbers, p.history_seq, p.next_at, p.reminder_id, p.checked_in,
      p.last_checkin_at, p.created_at, p.updated_at
      """;

  // Its foreign key is checked when the statement ends, so both halves must be in it.
  private static final String ADD =
      """
      WITH made AS (
        INSERT INTO plan (id, recipient_id, key, type, channel, title, payload, interval_minutes, wake, sleep,
          daily_goal, state, reason, numbers, history_seq, created_at, updated_at)
        VALUES (:id, :recipient, :key, :type, :channel, :title, :payload::jsonb, :interval, :wake::time,
          :sleep::time, :goal, 'disabled', 'plan_created', '{}', 1, :now::timestamptz, :now::timestamptz)
        ON CONFLICT (recipient_id, key) WHERE removed_at IS NULL DO NOTHING
        RETURNING id
      )
      INSERT INTO plan_history (plan_id, seq, at, to_state, cause, reason, numbers, actor)
      SELECT id, 1, :now::timestamptz, 'disabled', 'create', 'plan_created', '{}', :actor FROM made
      """;

  private static final String CHANGE =
      """
      UPDATE plan SET type = :type, channel = :channel, title = :title, payload = :payload::jsonb,
        interval_minutes = :interval, wake = :wake::time, sleep = :sleep::time, daily_goal = :goal,
        updated_at = :now::timestamptz
      WHERE id = :id
      """;

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM plan p WHERE recipient_id = :recipient AND removed_at IS NULL ";
  private static final String ONE = FIND + "AND key = :key";
  private static final String LIST = FIND + "ORDER BY key";

  // Check-ins refer to a plan by a foreign key, and never wait for this lock.
  private static final String LOCK = " FOR NO KEY UPDATE OF p";
  private static final String LOCK_ONE = ONE + LOCK;
  private static final String BY_ID = "SELECT " + COLUMNS + " FROM plan p WHERE id = :id";
  private static final String LOCK_BY_ID = BY_ID + LOCK;
  private static final String LOCK_SOME =
      "SELECT " + COLUMNS + " FROM plan p WHERE id = ANY (:ids::uuid[]) ORDER BY id" + LOCK;
  private static final String ON_CHANNEL =
      FIND + "AND channel = :channel AND state <> 'disabled' ORDER BY id" + LOCK;
  private static final String FREE_ON_CHANNEL = ON_CHANNEL + " SKIP LOCKED";

  private static final String COUNT_ON_CHANNEL =
      """
      SELECT count(*) FROM plan
      WHERE recipient_id = :recipient AND removed_at IS NULL AND channel = :channel AND state <> 'disabled'
      """;

  private static final String DUE =
      "SELECT "
          + COLUMNS
          + """
          FROM plan p
          WHERE state = 'scheduled' AND reminder_id IS NULL AND next_at <= :now::timestamptz
            AND id <> ALL (:except::uuid[])
          ORDER BY next_at, id LIMIT :most
          """
          + LOCK
          + " SKIP LOCKED";

  private static final String NEXT_DUE =
      "SELECT min(next_at) FROM plan WHERE state = 'scheduled' AND reminder_id IS NULL";

  private static final String REMOVE =
      "UPDATE plan SET removed_at = :now::timestamptz WHERE id = :id";

  private static final String CHECKED_IN =
      """
      UPDATE plan SET last_checkin_at = :at::timestamptz, checked_in = (state = 'sending') WHERE id = :id
      """;

  private static final String MOVE =
      """
      WITH move AS (
        SELECT * FROM unnest(:plan::uuid[], :seq::int[], :from::text[], :to::text[], :cause::text[], :reason::text[],
            :numbers::jsonb[], :next_at::timestamptz[], :reminder::uuid[])
          AS m(plan, seq, from_state, to_state, cause, reason, numbers, next_at, reminder)
      ), moved AS (
        UPDATE plan p
        SET state = m.to_state, reason = m.reason, numbers = m.numbers, history_seq = p.history_seq + 1,
            next_at = m.next_at, reminder_id = m.reminder, checked_in = false, updated_at = :now::timestamptz
        FROM move m
        WHERE p.id = m.plan AND p.state = m.from_state AND p.history_seq = m.seq
        RETURNING p.history_seq AS entry, m.*
      )
      INSERT INTO plan_history (plan_id, seq, at, from_state, to_state, cause, reason, numbers, next_at,
                                notification_id, actor)
      SELECT plan, entry, :now::timestamptz, from_state, to_state, cause, reason, numbers, next_at, reminder, :actor
      FROM moved
      """;

  private static final String HISTORY =
      """
      SELECT seq, at, from_state, to_state, cause, reason, numbers, next_at, notification_id, actor
      FROM plan_history WHERE plan_id = :plan AND seq < :before ORDER BY seq DESC LIMIT :limit
      """;

  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final JdbcClient jdbc;
  private final JsonMapper json;

  PlanRows(JdbcClient jdbc, JsonMapper json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /** One entry of a plan's history. */
  record Entry(
      int number,
      Instant at,
      @Nullable PlanState from,
      PlanState to,
      String cause,
      Reason reason,
      @Nullable Instant nextAt,
      @Nullable UUID notification,
      String actor) {}

  /** Says whether it was made; false when the person has one of that key. */
  boolean add(UUID id, RecipientId recipient, String key, PlanWish wish, Actor actor, Instant now) {
    return wished(jdbc.sql(ADD), wish)
            .param("id", id)
            .param("recipient", recipient.value())
            .param("key", key)
            .param("actor", actor.toString())
            .param("now", now.toString())
            .update()
        == 1;
  }

  void change(UUID id, PlanWish wish, Instant now) {
    wished(jdbc.sql(CHANGE), wish).param("id", id).param("now", now.toString()).update();
  }

  private JdbcClient.StatementSpec wished(JdbcClient.StatementSpec sql, PlanWish wish) {
    return sql.param("type", wish.type())
        .param("channel", wish.channel().value())
        .param("title", wish.title())
        .param("payload", json.writeValueAsString(wish.payload()))
        .param("interval", (int) wish.interval().toMinutes())
        .param("wake", wish.hours().wake().toString())
        .param("sleep", wish.hours().sleep().toString())
        .param("goal", wish.dailyGoal());
  }

  Optional<Plan> find(RecipientId recipient, String key) {
    return one(ONE, recipient, key);
  }

  Optional<Plan> lock(RecipientId recipient, String key) {
    return one(LOCK_ONE, recipient, key);
  }

  private Optional<Plan> one(String sql, RecipientId recipient, String key) {
    return jdbc.sql(sql)
        .param("recipient", recipient.value())
        .param("key", key)
        .query(this::plan)
        .optional();
  }

  Plan find(UUID id) {
    return jdbc.sql(BY_ID).param("id", id).query(this::plan).single();
  }

  Plan lock(UUID id) {
    return jdbc.sql(LOCK_BY_ID).param("id", id).query(this::plan).single();
  }

  List<Plan> lock(Collection<UUID> ids) {
    return jdbc.sql(LOCK_SOME).param("ids", texts(ids)).query(this::plan).list();
  }

  private static String[] texts(Collection<UUID> ids) {
    return ids.stream().map(UUID::toString).toArray(String[]::new);
  }

  List<Plan> list(RecipientId recipient) {
    return jdbc.sql(LIST).param("recipient", recipient.value()).query(this::plan).list();
  }

  /** Locks those that are turned on. */
  List<Plan> lockOn(RecipientId recipient, ChannelKey channel, boolean onlyFree) {
    return onChannel(onlyFree ? FREE_ON_CHANNEL : ON_CHANNEL, recipient, channel)
        .query(this::plan)
        .list();
  }

  long countOn(RecipientId recipient, ChannelKey channel) {
    return onChannel(COUNT_ON_CHANNEL, recipient, channel).query(Long.class).single();
  }

  private JdbcClient.StatementSpec onChannel(
      String sql, RecipientId recipient, ChannelKey channel) {
    return jdbc.sql(sql).param("recipient", recipient.value()).param("channel", channel.value());
  }

  List<Plan> lockDue(Instant now, int most, List<UUID> except) {
    return jdbc.sql(DUE)
        .param("now", now.toString())
        .param("except", texts(except))
        .param("most", most)
        .query(this::plan)
        .list();
  }

  @Nullable Instant nextDue() {
    return jdbc.sql(NEXT_DUE)
        .query((row, n) -> Optional.ofNullable(instant(row, 1)))
        .single()
        .orElse(null);
  }

  void remove(UUID id, Instant now) {
    jdbc.sql(REMOVE).param("id", id).param("now", now.toString()).update();
  }

  void checkedIn(UUID id, Instant at) {
    jdbc.sql(CHECKED_IN).param("id", id).param("at", at.toString()).update();
  }

  int move(List<PlanMove> moves, Actor actor, Instant now) {
    return jdbc.sql(MOVE)
        .param("plan", column(moves, m -> m.plan().id()))
        .param("seq", column(moves, m -> m.plan().entry()))
        .param("from", column(moves, m -> m.plan().state().word()))
        .param("to", column(moves, m -> m.to().word()))
        .param("cause", column(moves, m -> m.cause().word()))
        .param("reason", column(moves, m -> m.reason().code()))
        .param("numbers", column(moves, m -> json.writeValueAsString(m.reason().with())))
        .param("next_at", column(moves, PlanMove::nextAt))
        .param("reminder", column(moves, PlanMove::reminder))
        .param("actor", actor.toString())
        .param("now", now.toString())
        .update();
  }

  private static @Nullable String[] column(
      List<PlanMove> moves, Function<PlanMove, ? extends @Nullable Object> value) {
    @Nullable String[] column = new String[moves.size()];
    for (int i = 0; i < column.length; i++) {
      Object v = value.apply(moves.get(i));
      column[i] = v == null ? null : v.toString();
    }
    return column;
  }

  /** Newest first. */
  List<Entry> history(UUID plan, long before, int limit) {
    return jdbc.sql(HISTORY)
        .param("plan", plan)
        .param("before", before)
        .param("limit", limit)
        .query((row, n) -> entry(row))
        .list();
  }

  private Entry entry(ResultSet row) throws SQLException {
    String from = row.getString("from_state");
    return new Entry(
        row.getInt("seq"),
        row.getTimestamp("at").toInstant(),
        from == null ? null : PlanState.of(from),
        PlanState.of(row.getString("to_state")),
        row.getString("cause"),
        reason(row),
        instant(row, "next_at"),
        row.getObject("notification_id", UUID.class),
        row.getString("actor"));
  }

  /** Reads a row that has {@link #COLUMNS}. */
  private Plan plan(ResultSet row, int number) throws SQLException {
    UUID reminder = row.getObject("reminder_id", UUID.class);
    return new Plan(
        row.getObject("id", UUID.class),
        new RecipientId(row.getObject("recipient_id", UUID.class)),
        row.getString("key"),
        wish(row),
        PlanState.of(row.getString("state")),
        reason(row),
        row.getInt("history_seq"),
        instant(row, "next_at"),
        reminder == null ? null : new NotificationId(reminder),
        row.getBoolean("checked_in"),
        instant(row, "last_checkin_at"),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("updated_at").toInstant());
  }

  private PlanWish wish(ResultSet row) throws SQLException {
    return new PlanWish(
        row.getString("type"),
        new ChannelKey(row.getString("channel")),
        row.getString("title"),
        json.readValue(row.getString("payload"), OBJECT),
        Duration.ofMinutes(row.getInt("interval_minutes")),
        new WakingHours(
            row.getObject("wake", LocalTime.class), row.getObject("sleep", LocalTime.class)),
        row.getInt("daily_goal"));
  }

  private Reason reason(ResultSet row) throws SQLException {
    return new Reason(row.getString("reason"), json.readValue(row.getString("numbers"), OBJECT));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp at = row.getTimestamp(column);
    return at == null ? null : at.toInstant();
  }

  private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
    Timestamp at = row.getTimestamp(column);
    return at == null ? null : at.toInstant();
  }
}
