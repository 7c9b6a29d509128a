package io.truebell.calm.window;

import io.truebell.core.message.DeliveryId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What digests have to say. */
@Component
class SpokenRows {
  /** Most messages that a digest names. */
  static final int NAMED = 10;

  // Counted here, so that no more is read than is named. A notification that went through two
  // addresses of the person is one.
  private static final String SPOKEN =
      """
      WITH carried AS (
        SELECT g.id, g.carrier, d.notification_id
        FROM calm_digest g JOIN delivery d ON d.id = g.carrier
        WHERE g.carrier = ANY (:ids::uuid[]) AND g.state <> 'ended'
      ), speaking AS (
        SELECT carrier, notification_id FROM carried
        UNION
        SELECT c.carrier, d.notification_id
        FROM carried c JOIN calm_member m ON m.digest_id = c.id JOIN delivery d ON d.id = m.delivery_id
        WHERE %s
      ), ranked AS (
        SELECT s.carrier, n.id, n.type, n.created_at,
               row_number() OVER (PARTITION BY s.carrier ORDER BY n.created_at, n.id) AS place,
               count(*) OVER (PARTITION BY s.carrier) AS speaking
        FROM speaking s JOIN notification n ON n.id = s.notification_id
      )
      SELECT r.carrier, r.type, r.created_at, r.speaking, left(n.payload ->> 'title', 400) AS title
      FROM ranked r JOIN notification n ON n.id = r.id
      WHERE r.place <= :named AND r.speaking > 1
      ORDER BY r.carrier, r.place
      """
          .formatted(EndRows.LIVE);

  private final JdbcClient jdbc;

  SpokenRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** One message of a digest; its type stands in for a title that it lacks. */
  record Item(String title, String type, Instant at) {}

  /**
   * What a digest speaks of.
   *
   * @param count all of them, at least two
   * @param items the oldest of them
   */
  record Spoken(int count, List<Item> items) {}

  /** By carrier; one that has nobody but itself to speak for is left out. */
  Map<DeliveryId, Spoken> of(Collection<DeliveryId> carriers, Instant now) {
    Map<DeliveryId, Spoken> found = new HashMap<>();
    jdbc.sql(SPOKEN)
        .param("ids", Columns.of(carriers))
        .param("now", now.toString())
        .param("named", NAMED)
        .query(
            row -> {
              int count = row.getInt("speaking");
              found
                  .computeIfAbsent(
                      new DeliveryId(row.getObject("carrier", UUID.class)),
                      id -> new Spoken(count, new ArrayList<>()))
                  .items()
                  .add(item(row));
            });
    return found;
  }

  private static Item item(ResultSet row) throws SQLException {
    String type = row.getString("type");
    String title = Line.of(Objects.requireNonNullElse(row.getString("title"), ""));
    return new Item(
        title.isEmpty() ? type : title, type, row.getTimestamp("created_at").toInstant());
  }
}
