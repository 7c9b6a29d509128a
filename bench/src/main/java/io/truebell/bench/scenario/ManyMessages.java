package io.truebell.bench.scenario;

import io.truebell.bench.stage.Watch;
import java.sql.SQLException;

/**
 * Copies what one notification has left in a tenant's schema, many times, with new ids. Triggers
 * and foreign keys are off for it: what is copied has passed them.
 */
final class ManyMessages {
  private static final int AT_ONCE = 50;

  private static final String BEGIN =
      """
      SET session_replication_role = replica
      """;

  private static final String NEW_IDS =
      """
      CREATE TEMP TABLE new_id ON COMMIT PRESERVE ROWS AS
      SELECT f.id AS fact, d.id AS old, d.message_id AS old_message, uuidv7() AS message, uuidv7() AS delivery
      FROM fact f CROSS JOIN (
        SELECT d.id, d.message_id FROM delivery d
        WHERE d.notification_id = (SELECT min(id::text)::uuid FROM notification)) d
      """;

  private final Watch watch;

  ManyMessages(Watch watch) {
    this.watch = watch;
  }

  /** So many notifications more, with as many recipients as the first. */
  void copy(int notifications) throws SQLException {
    watch.run(BEGIN);
    for (int from = 1; from <= notifications; from += AT_ONCE) {
      int to = Math.min(notifications, from + AT_ONCE - 1);
      watch.run(
          "CREATE TEMP TABLE fact AS SELECT uuidv7() AS id, g FROM generate_series(%d, %d) g"
              .formatted(from, to),
          NEW_IDS);
      watch.run(
          copy(
              "notification",
              "o.id = (SELECT min(id::text)::uuid FROM notification)",
              "fact f",
              "id = f.id",
              "idempotency_key = f.id::text",
              "subject = 'trip:' || f.g"),
          copy(
              "message",
              "o.id = n.old_message",
              "new_id n",
              "id = n.message",
              "notification_id = n.fact"),
          copy(
              "delivery",
              "o.id = n.old",
              "new_id n",
              "id = n.delivery",
              "message_id = n.message",
              "notification_id = n.fact",
              "subject = 'trip:' || (SELECT g FROM fact WHERE fact.id = n.fact)"),
          copy("trace", "o.delivery_id = n.old", "new_id n", "delivery_id = n.delivery"),
          copy("attempt", "o.delivery_id = n.old", "new_id n", "delivery_id = n.delivery"),
          "DROP TABLE fact",
          "DROP TABLE new_id");
    }
    watch.run("RESET session_replication_role", "VACUUM (ANALYZE)", "CHECKPOINT");
  }

  /** All columns as they are, but for those that are given anew. */
  private String copy(String table, String which, String with, String... anew) throws SQLException {
    String columns =
        watch.text(
            "SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = '"
                + table
                + "'::regclass AND attnum > 0 AND NOT attisdropped");
    String values = " " + columns.replace(", ", ", o.");
    values = values.replaceFirst(" ", " o.");
    for (String change : anew) {
      String[] parts = change.split(" = ", 2);
      values = values.replaceFirst(" o\\." + parts[0] + "(?=,|$)", " " + parts[1]);
    }
    return "INSERT INTO %s (%s) SELECT%s FROM %s o, %s WHERE %s"
        .formatted(table, columns, values, table, with, which);
  }
}
