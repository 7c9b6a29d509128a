package io.truebell.calm.window;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What was let through and counts. */
@Component
class SentRows {
  private static final String DAYS =
      """
      SELECT p.recipient, p.category, count(DISTINCT s.notification_id) AS counted,
             array_agg(DISTINCT s.notification_id)
               FILTER (WHERE s.notification_id = ANY (:notifications::uuid[])) AS known
      FROM unnest(:recipient::uuid[], :category::text[], :since::timestamptz[]) AS p(recipient, category, since)
      JOIN calm_sent s ON s.recipient_id = p.recipient AND s.category = p.category AND s.at >= p.since
      GROUP BY p.recipient, p.category
      """;

  private static final String INSTANTS =
      """
      SELECT k.recipient, k.account, k.subject, s.at
      FROM unnest(:recipient::uuid[], :account::uuid[], :subject::text[], :since::timestamptz[], :most::int[])
        AS k(recipient, account, subject, since, most)
      CROSS JOIN LATERAL (
        SELECT at FROM calm_sent
        WHERE recipient_id = k.recipient AND at > k.since AND account_id = k.account AND subject = k.subject
          AND instant
        ORDER BY at DESC LIMIT k.most
      ) s
      ORDER BY s.at DESC
      """;

  private static final String PLACES =
      """
      SELECT delivery_id, at FROM calm_sent WHERE delivery_id = ANY (:ids::uuid[]) AND instant
      """;

  // What carries a digest counts in a day, but in no window: the window made it wait.
  private static final String WRITE =
      """
      INSERT INTO calm_sent AS s (delivery_id, notification_id, recipient_id, account_id, subject, category, type,
                                  instant, at)
      SELECT x.delivery, x.notification, x.recipient, x.account, x.subject, x.category, x.type,
             x.windowed AND NOT carries.one, :at::timestamptz
      FROM unnest(:delivery::uuid[], :notification::uuid[], :recipient::uuid[], :account::uuid[], :subject::text[],
                  :category::text[], :type::text[], :windowed::boolean[], :counted::boolean[])
        AS x(delivery, notification, recipient, account, subject, category, type, windowed, counted)
      CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM calm_digest g WHERE g.carrier = x.delivery) AS one) carries
      WHERE x.counted OR carries.one
      ON CONFLICT (delivery_id) DO UPDATE SET at = excluded.at, instant = excluded.instant
      """;

  private static final String FORGET =
      """
      DELETE FROM calm_sent WHERE delivery_id = ANY (:ids::uuid[]) AND NOT doubtful
      """;

  private static final String DOUBT =
      """
      UPDATE calm_sent SET doubtful = true WHERE delivery_id = ANY (:ids::uuid[])
      """;

  private static final String PRUNE =
      """
      DELETE FROM calm_sent WHERE delivery_id IN (
        SELECT delivery_id FROM calm_sent WHERE at < :before::timestamptz
        ORDER BY at LIMIT :most FOR UPDATE SKIP LOCKED)
      """;

  private final JdbcClient jdbc;

  SentRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** What a person gets of one category in a day. */
  record Day(RecipientId recipient, Category category) {}

  /**
   * How far a day is used.
   *
   * @param notifications how many different ones
   * @param known those that were asked about and are among them
   */
  record Used(long notifications, Set<NotificationId> known) {
    static final Used NOTHING = new Used(0, Set.of());
  }

  /**
   * @param since by day, where it begins
   * @param notifications of which to say whether they are counted already
   */
  Map<Day, Used> used(Map<Day, Instant> since, Collection<NotificationId> notifications) {
    Map<Day, Used> found = new HashMap<>();
    jdbc.sql(DAYS)
        .params(
            new Columns<>(List.copyOf(since.entrySet()))
                .with("recipient", e -> e.getKey().recipient())
                .with("category", e -> name(e.getKey().category()))
                .with("since", Map.Entry::getValue)
                .parameters())
        .param("notifications", Columns.of(notifications))
        .query(
            row -> {
              Day day =
                  new Day(
                      new RecipientId(row.getObject("recipient", UUID.class)),
                      Category.valueOf(row.getString("category").toUpperCase(Locale.ROOT)));
              found.put(day, new Used(row.getLong("counted"), known(row.getArray("known"))));
            });
    return found;
  }

  private static Set<NotificationId> known(@Nullable Array ids) throws SQLException {
    List<NotificationId> known = new ArrayList<>();
    if (ids != null) {
      for (UUID id : (UUID[]) ids.getArray()) {
        known.add(new NotificationId(id));
      }
    }
    return Set.copyOf(known);
  }

  /**
   * How far to look back for a key.
   *
   * @param since excluded
   * @param most no more than that many count
   */
  record Look(Key key, Instant since, int most) {}

  /** The newest instants of each key, the newest first. */
  Map<Key, List<Instant>> instants(List<Look> looks) {
    Map<Key, List<Instant>> found = new HashMap<>();
    jdbc.sql(INSTANTS)
        .params(
            new Columns<>(looks)
                .with("recipient", l -> l.key().recipient())
                .with("account", l -> l.key().account())
                .with("subject", l -> l.key().subject())
                .with("since", Look::since)
                .with("most", Look::most)
                .parameters())
        .query(
            row -> {
              found
                  .computeIfAbsent(key(row), k -> new ArrayList<>())
                  .add(row.getTimestamp("at").toInstant());
            });
    return found;
  }

  private static Key key(ResultSet row) throws SQLException {
    return new Key(
        new RecipientId(row.getObject("recipient", UUID.class)),
        new AccountId(row.getObject("account", UUID.class)),
        row.getString("subject"));
  }

  /** Which of the deliveries count as instants already, and since when. */
  Map<DeliveryId, Instant> places(Collection<DeliveryId> deliveries) {
    Map<DeliveryId, Instant> found = new HashMap<>();
    jdbc.sql(PLACES)
        .param("ids", Columns.of(deliveries))
        .query(
            row -> {
              found.put(
                  new DeliveryId(row.getObject("delivery_id", UUID.class)),
                  row.getTimestamp("at").toInstant());
            });
    return found;
  }

  /** Writes those that a limit looks at, and those that carry a digest. */
  void write(List<DueDelivery> through, Limits limits, Instant at) {
    if (through.isEmpty()) {
      return;
    }
    Columns<DueDelivery> columns =
        new Columns<>(through)
            .with("delivery", DueDelivery::id)
            .with("notification", d -> d.notification().value())
            .with("recipient", d -> d.recipient().value())
            .with("account", d -> d.account().value())
            .with("subject", DueDelivery::subject)
            .with("category", d -> name(d.category()))
            .with("type", DueDelivery::type)
            .with("windowed", d -> limits.window(d) != null)
            .with("counted", limits::lookAt);
    jdbc.sql(WRITE).params(columns.parameters()).param("at", at.toString()).update();
  }

  /** These reached nobody. */
  void forget(Collection<DeliveryId> deliveries) {
    if (!deliveries.isEmpty()) {
      jdbc.sql(FORGET).param("ids", Columns.of(deliveries)).update();
    }
  }

  /** Each of these may have reached somebody, whatever its next attempt brings. */
  void doubt(Collection<DeliveryId> deliveries) {
    if (!deliveries.isEmpty()) {
      jdbc.sql(DOUBT).param("ids", Columns.of(deliveries)).update();
    }
  }

  /** Removes at most so many that are older, and says how many it removed. */
  int prune(Instant before, int most) {
    return jdbc.sql(PRUNE).param("before", before.toString()).param("most", most).update();
  }

  private static String name(Category category) {
    return category.name().toLowerCase(Locale.ROOT);
  }
}
