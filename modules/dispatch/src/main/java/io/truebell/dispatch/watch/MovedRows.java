package io.truebell.dispatch.watch;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What moved lately, of the scope's tenant: births and moves alike have an entry in the trace. */
@Component
class MovedRows {
  // The message is looked up entry by entry: a join's plan could read all deliveries.
  static final String MOVED =
      """
      SELECT t.delivery_id, t.seq, t.at,
             (SELECT d.message_id FROM delivery d WHERE d.id = t.delivery_id) AS message_id
      FROM trace t WHERE t.at >= :since::timestamptz
      ORDER BY t.at DESC LIMIT :most
      """;

  private final JdbcClient jdbc;

  MovedRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** An entry of a trace; it is never changed. */
  record Entry(UUID delivery, int seq) {}

  /** That a message's delivery moved. */
  record Moved(Entry entry, Instant at, UUID message) {}

  /** Newest first. */
  List<Moved> since(Instant since, int most) {
    return jdbc.sql(MOVED)
        .param("since", since.toString())
        .param("most", most)
        .query(
            (row, n) ->
                new Moved(
                    new Entry(row.getObject("delivery_id", UUID.class), row.getInt("seq")),
                    row.getTimestamp("at").toInstant(),
                    row.getObject("message_id", UUID.class)))
        .list();
  }
}
