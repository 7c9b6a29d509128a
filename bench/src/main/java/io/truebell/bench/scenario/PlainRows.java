package io.truebell.bench.scenario;

import io.truebell.bench.stage.Watch;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The rows that one notification writes, as plain inserts into copies of the tables: the same
 * columns, values, checks and indexes, without foreign keys and triggers. Taken from rows that the
 * application has written, so that it keeps up with the schema.
 */
final class PlainRows {
  private static final Map<String, Map<String, String>> FRESH =
      Map.of(
          "notification", Map.of("id", "?::uuid", "idempotency_key", "(?::uuid)::text"),
          "message", Map.of("id", "m.id", "recipient_id", "m.id", "notification_id", "?::uuid"),
          "trace", Map.of("delivery_id", "m.id"),
          "delivery", Map.of("id", "m.id", "message_id", "m.id", "notification_id", "?::uuid"));

  /** The statements of one transaction, in their order, without those that are not of a tenant. */
  private static final List<String> ORDER = List.of("notification", "message", "trace", "delivery");

  private final List<String> statements = new ArrayList<>();

  /** Makes the copies, and one statement for each table from its newest row. */
  static PlainRows of(Watch watch, String schema) throws SQLException {
    PlainRows rows = new PlainRows();
    watch.run("DROP SCHEMA IF EXISTS plain CASCADE", "CREATE SCHEMA plain AUTHORIZATION truebell");
    for (String table : ORDER) {
      String source = schema + "." + table;
      watch.run(
          "CREATE TABLE plain.%s (LIKE %s INCLUDING ALL)".formatted(table, source),
          "ALTER TABLE plain.%s OWNER TO truebell".formatted(table));
      rows.statements.add(statement(watch, table, source));
    }
    watch.run(
        "CREATE TABLE plain.wake (LIKE datastore.wake INCLUDING ALL)",
        "ALTER TABLE plain.wake OWNER TO truebell");
    rows.statements.add("INSERT INTO plain.wake (tenant, due_at) VALUES (?::uuid, now())");
    return rows;
  }

  private static String statement(Watch watch, String table, String source) throws SQLException {
    Map<String, String> fresh = FRESH.getOrDefault(table, Map.of());
    List<String> columns =
        watch.texts(
            "SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = '"
                + source
                + "'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum");
    List<String> values = new ArrayList<>();
    for (String column : columns) {
      values.add(fresh.containsKey(column) ? fresh.get(column) : constant(watch, source, column));
    }
    String from = table.equals("notification") ? "" : " FROM unnest(?::uuid[]) AS m (id)";
    return "INSERT INTO plain.%s (%s) SELECT %s%s"
        .formatted(table, String.join(", ", columns), String.join(", ", values), from);
  }

  private static String constant(Watch watch, String source, String column) throws SQLException {
    String type = "format_type(atttypid, atttypmod)";
    String cast =
        watch.text(
            "SELECT %s FROM pg_attribute WHERE attrelid = '%s'::regclass AND quote_ident(attname) = '%s'"
                .formatted(type, source, column));
    return watch.text(
        "SELECT coalesce(quote_literal(%s::text), 'NULL') || '::%s' FROM %s ORDER BY ctid DESC LIMIT 1"
            .formatted(column, cast, source));
  }

  List<String> statements() {
    return List.copyOf(statements);
  }

  /** Places for one id of the fact in a statement; a place for the messages' ids follows. */
  static int factPlaces(String statement) {
    return statement.split("\\?::uuid(?!\\[)", -1).length - 1;
  }
}
