package io.truebell.calm.window;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The dispatcher's tables, as it fills them. Its triggers refuse what it would never do. */
final class BedRows implements Directory {
  static final AtomicLong IDS = new AtomicLong();
  private static final Path SPINE =
      Path.of("..", "dispatch", "src", "main", "resources", "db", "tenant", "dispatch");
  private static final UUID ENDPOINT = new UUID(2, 1);

  // as the dispatcher moves a delivery: with its trace entry, or not at all
  private static final String MOVE =
      """
      WITH moved AS (
        UPDATE delivery SET state = :to, reason = :reason, trace_seq = trace_seq + 1,
          attempt = attempt + (:to = 'CLAIMED')::int,
          not_before = coalesce(:not_before::timestamptz, not_before),
          digest_id = coalesce(:digest::uuid, digest_id),
          lease_until = CASE WHEN :to = 'CLAIMED' THEN :now::timestamptz END,
          lease_owner = CASE WHEN :to = 'CLAIMED' THEN 'node' END,
          policy_version = :version, updated_at = :now::timestamptz
        WHERE id = :id AND state = :from
        RETURNING id, trace_seq, attempt
      )
      INSERT INTO trace (delivery_id, seq, at, from_state, to_state, cause, reason, numbers, source, policy,
                         policy_version, attempt, actor)
      SELECT id, trace_seq, :now::timestamptz, :from, :to, 'GATE', :reason, '{}', 'test', 'test', :version, attempt, 'test'
      FROM moved
      """;

  private static final String BORN =
      """
      WITH born AS (
        INSERT INTO delivery (id, message_id, notification_id, recipient_id, channel, account_id, endpoint_id, type,
          category, subject, urgent, sandbox, state, reason, trace_seq, not_before, expires_at, idempotency_key,
          created_at, updated_at, resend_of)
        SELECT :id, m.id, n.id, m.recipient_id, 'free', :account, :endpoint, n.type, n.category, n.subject, n.urgent,
          false, 'QUEUED', :reason, 1, :not_before::timestamptz, n.expires_at, :id::text, :now::timestamptz,
          :now::timestamptz, :resend_of::uuid
        FROM message m JOIN notification n ON n.id = m.notification_id
        WHERE m.id = :message
        RETURNING id
      )
      INSERT INTO trace (delivery_id, seq, at, from_state, to_state, cause, reason, numbers, source, policy,
                         policy_version, attempt, actor)
      SELECT id, 1, :now::timestamptz, NULL, 'QUEUED', 'PLANNED', :reason, '{}', 'test', 'test', 1, 0, 'test' FROM born
      """;

  private static final String DUE =
      """
      SELECT * FROM delivery WHERE state = 'QUEUED' AND not_before <= :now::timestamptz
        AND (:person::uuid IS NULL OR recipient_id = :person::uuid)
      ORDER BY category DESC, not_before, id LIMIT :most FOR UPDATE SKIP LOCKED
      """;

  private static final String HEIR =
      """
      SELECT d.message_id, d.account_id FROM delivery d JOIN notification n ON n.id = d.notification_id
      WHERE d.id = :id AND d.state = 'MERGED' AND n.cancelled_at IS NULL
        AND (d.expires_at IS NULL OR d.expires_at > :due::timestamptz)
        AND NOT EXISTS (SELECT FROM delivery f WHERE f.resend_of = d.id)
      """;

  private final JdbcClient jdbc;
  private final Clock clock;

  BedRows(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  static AccountId account(int number) {
    return new AccountId(new UUID(1, number));
  }

  /** Ids grow with time. */
  private static UUID id() {
    return new UUID(0x0196L << 48, IDS.incrementAndGet());
  }

  void createSpine(DataSource scoped) {
    try (Stream<Path> scripts = Files.list(SPINE);
        Connection connection = scoped.getConnection();
        Statement statement = connection.createStatement()) {
      for (Path script : scripts.sorted(Comparator.comparing(BedRows::version)).toList()) {
        statement.execute(Files.readString(script));
      }
      // tests look at one person's
      statement.execute("CREATE INDEX bed_delivery ON delivery (recipient_id)");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    for (int number = 1; number <= 2; number++) {
      update(
          "INSERT INTO channel_account (id, channel, name, timeout_ms, created_at, updated_at)"
              + " VALUES (:id, 'free', :name, 1000, :now::timestamptz, :now::timestamptz)",
          Map.of("id", account(number).value(), "name", "account " + number));
    }
  }

  private static Double version(Path script) {
    String name = script.getFileName().toString();
    return Double.valueOf(name.substring(name.indexOf('.') + 1, name.indexOf("__")));
  }

  private void update(String sql, Map<String, ?> values) {
    int ignored = jdbc.sql(sql).params(values).param("now", clock.instant().toString()).update();
  }

  RecipientId person(String name, String zone, String locale) {
    UUID id = id();
    update(
        "INSERT INTO recipient (id, external_id, locale, zone, created_at, updated_at)"
            + " VALUES (:id, :name, :locale, :zone, :now::timestamptz, :now::timestamptz)",
        Map.of("id", id, "name", name, "locale", locale, "zone", zone));
    return new RecipientId(id);
  }

  NotificationId notification(Post post) {
    UUID id = id();
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("id", id);
    values.put("type", post.type());
    values.put("category", post.category().name().toLowerCase(Locale.ROOT));
    values.put("subject", post.subject());
    values.put("title", post.title());
    values.put("urgent", post.urgent());
    values.put("expires", post.expiresAt() == null ? null : post.expiresAt().toString());
    update(
        "INSERT INTO notification (id, type, category, subject, payload, urgent, expires_at, idempotency_key,"
            + " content_hash, recipients, created_at, created_by) VALUES (:id, :type, :category, :subject,"
            + " jsonb_build_object('title', :title::text), :urgent, :expires::timestamptz, :id::text, '', 1,"
            + " :now::timestamptz, 'test')",
        values);
    return new NotificationId(id);
  }

  DeliveryId post(Post post, RecipientId recipient, NotificationId notification) {
    update(
        "INSERT INTO message (id, notification_id, recipient_id, created_at)"
            + " VALUES (:id, :notification, :recipient, :now::timestamptz) ON CONFLICT DO NOTHING",
        Map.of("id", id(), "notification", notification.value(), "recipient", recipient.value()));
    UUID message =
        jdbc.sql("SELECT id FROM message WHERE notification_id = :n AND recipient_id = :r")
            .param("n", notification.value())
            .param("r", recipient.value())
            .query(UUID.class)
            .single();
    Instant due = post.notBefore() == null ? clock.instant() : post.notBefore();
    return born(message, account(post.account()).value(), due, "planned", null);
  }

  private DeliveryId born(
      UUID message, UUID account, Instant due, String reason, @Nullable UUID follows) {
    UUID id = id();
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("id", id);
    values.put("message", message);
    values.put("account", account);
    values.put("endpoint", ENDPOINT);
    values.put("not_before", due.toString());
    values.put("reason", reason);
    values.put("resend_of", follows == null ? null : follows.toString());
    update(BORN, values);
    return new DeliveryId(id);
  }

  Optional<DeliveryId> carryOn(DeliveryId merged, Instant notBefore, Reason reason) {
    record Heir(UUID message, UUID account) {}
    return jdbc.sql(HEIR)
        .param("id", merged.value())
        .param("due", notBefore.toString())
        .query(
            (row, n) ->
                new Heir(
                    row.getObject("message_id", UUID.class),
                    row.getObject("account_id", UUID.class)))
        .optional()
        .map(h -> born(h.message(), h.account(), notBefore, reason.code(), merged.value()));
  }

  List<DueDelivery> due(Instant now, int most, @Nullable RecipientId person) {
    return jdbc.sql(DUE)
        .param("now", now.toString())
        .param("most", most)
        .param("person", person == null ? null : person.toString())
        .query((row, n) -> due(row))
        .list();
  }

  private static DueDelivery due(ResultSet row) throws SQLException {
    Timestamp expires = row.getTimestamp("expires_at");
    return new DueDelivery(
        new DeliveryId(row.getObject("id", UUID.class)),
        new NotificationId(row.getObject("notification_id", UUID.class)),
        new RecipientId(row.getObject("recipient_id", UUID.class)),
        new ChannelKey(row.getString("channel")),
        new AccountId(row.getObject("account_id", UUID.class)),
        new EndpointId(row.getObject("endpoint_id", UUID.class)),
        row.getString("type"),
        Category.valueOf(row.getString("category").toUpperCase(Locale.ROOT)),
        row.getString("subject"),
        row.getBoolean("urgent"),
        row.getInt("attempt"),
        row.getTimestamp("created_at").toInstant(),
        row.getTimestamp("not_before").toInstant(),
        expires == null ? null : expires.toInstant());
  }

  DueDelivery imagined(Post post, RecipientId recipient) {
    Instant now = clock.instant();
    return new DueDelivery(
        new DeliveryId(id()),
        new NotificationId(id()),
        recipient,
        new ChannelKey("free"),
        account(post.account()),
        new EndpointId(ENDPOINT),
        post.type(),
        post.category(),
        post.subject(),
        post.urgent(),
        0,
        now,
        now,
        post.expiresAt());
  }

  /** The first gate: withdrawn, or too late. */
  Map<DeliveryId, Verdict> endedBefore(List<DueDelivery> deliveries, Instant now) {
    Set<UUID> withdrawn =
        Set.copyOf(
            jdbc.sql(
                    "SELECT id FROM notification WHERE id = ANY (:ids::uuid[]) AND cancelled_at IS NOT NULL")
                .param("ids", notifications(deliveries))
                .query(UUID.class)
                .list());
    Map<DeliveryId, Verdict> ended = new HashMap<>();
    for (DueDelivery delivery : deliveries) {
      if (withdrawn.contains(delivery.notification().value())) {
        ended.put(delivery.id(), WindowBed.stopped(DeliveryState.CANCELLED));
      } else if (delivery.expiresAt() != null && !now.isBefore(delivery.expiresAt())) {
        ended.put(delivery.id(), WindowBed.stopped(DeliveryState.EXPIRED));
      }
    }
    return ended;
  }

  private static String[] notifications(List<DueDelivery> deliveries) {
    return Columns.of(deliveries.stream().map(DueDelivery::notification).toList());
  }

  /** What each delivery's notification says. */
  Map<DeliveryId, Map<String, Object>> payloads(List<DueDelivery> deliveries) {
    Map<UUID, String> titles = new HashMap<>();
    jdbc.sql(
            "SELECT id, payload ->> 'title' AS title FROM notification WHERE id = ANY (:ids::uuid[])")
        .param("ids", notifications(deliveries))
        .query(
            row -> {
              titles.put(row.getObject("id", UUID.class), row.getString("title"));
            });
    Map<DeliveryId, Map<String, Object>> own = new HashMap<>();
    deliveries.forEach(d -> own.put(d.id(), Map.of("title", titles.get(d.notification().value()))));
    return own;
  }

  void move(DueDelivery d, Verdict verdict) {
    switch (verdict) {
      case Verdict.Pass _ -> move(d.id(), "CLAIMED", "gates_passed", 1, null, null);
      case Verdict.Hold h ->
          move(d.id(), "QUEUED", h.reason().code(), h.policy().version(), h.until(), null);
      case Verdict.Merge m ->
          move(d.id(), "MERGED", m.reason().code(), m.policy().version(), null, m.digest());
      case Verdict.Degrade g -> move(d.id(), "DEGRADED", g.reason(), g.policy());
      case Verdict.Stop s -> move(d.id(), s.state().name(), s.reason(), s.policy());
    }
  }

  private void move(DeliveryId id, String to, Reason reason, Policy policy) {
    move(id, to, reason.code(), policy.version(), null, null);
  }

  private void move(
      DeliveryId id,
      String to,
      String reason,
      int version,
      @Nullable Instant until,
      @Nullable DeliveryId digest) {
    moved(id, "QUEUED", to, reason, version, until, digest);
  }

  /** What became of a claim; a withdrawal ends what is queued. */
  void settled(DeliveryId id, DeliveryState to) {
    String from =
        jdbc.sql("SELECT state FROM delivery WHERE id = :id")
            .param("id", id.value())
            .query(String.class)
            .single();
    moved(id, from, to.name(), "settled", 1, null, null);
  }

  private void moved(
      DeliveryId id,
      String from,
      String to,
      String reason,
      int version,
      @Nullable Instant until,
      @Nullable DeliveryId digest) {
    int moved =
        jdbc.sql(MOVE)
            .param("id", id.value())
            .param("from", from)
            .param("to", to)
            .param("reason", reason)
            .param("version", version)
            .param("not_before", until == null ? null : until.toString())
            .param("digest", digest == null ? null : digest.toString())
            .param("now", clock.instant().toString())
            .update();
    if (moved != 1) {
      throw new IllegalStateException(id + " was not " + from);
    }
  }

  void mark(DeliveryId id) {
    update(
        "UPDATE notification SET cancelled_at = :now::timestamptz WHERE id = :id",
        Map.of("id", notificationOf(id).value()));
  }

  /** Locks what is queued of the delivery's notification. */
  List<DeliveryId> queuedOf(DeliveryId id) {
    return jdbc.sql(
            "SELECT id FROM delivery WHERE notification_id = :id AND state = 'QUEUED' ORDER BY id FOR UPDATE")
        .param("id", notificationOf(id).value())
        .query((row, n) -> new DeliveryId(row.getObject("id", UUID.class)))
        .list();
  }

  NotificationId notificationOf(DeliveryId id) {
    return new NotificationId(
        jdbc.sql("SELECT notification_id FROM delivery WHERE id = :id")
            .param("id", id.value())
            .query(UUID.class)
            .single());
  }

  @Override
  public Optional<Person> find(String externalId) {
    return jdbc.sql("SELECT id, external_id, zone, locale FROM recipient WHERE external_id = :id")
        .param("id", externalId)
        .query((row, n) -> person(row))
        .optional();
  }

  @Override
  public Map<RecipientId, Person> find(Collection<RecipientId> ids) {
    Map<RecipientId, Person> found = new HashMap<>();
    jdbc.sql("SELECT id, external_id, zone, locale FROM recipient WHERE id = ANY (:ids::uuid[])")
        .param("ids", Columns.of(ids))
        .query(
            row -> {
              Person person = person(row);
              found.put(person.id(), person);
            });
    return found;
  }

  private static Person person(ResultSet row) throws SQLException {
    return new Person(
        new RecipientId(row.getObject("id", UUID.class)),
        row.getString("external_id"),
        ZoneId.of(row.getString("zone")),
        Locale.forLanguageTag(row.getString("locale")));
  }

  @Override
  public List<RecipientId> at(ChannelKey channel, String address) {
    return List.of();
  }
}
