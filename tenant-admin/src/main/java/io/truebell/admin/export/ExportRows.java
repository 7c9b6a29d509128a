package io.truebell.admin.export;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads whatever tables there are, of plugins that nobody here knows. */
@Component
class ExportRows {
  /** Rows in memory at once, however large a table is. */
  private static final int AT_ONCE = 50;

  // bytes are ciphertext, fingerprints and hashes: of no use elsewhere, and not to leave;
  // a partition's rows are in its parent
  private static final String TABLES =
      """
      SELECT c.relname AS name,
        coalesce(array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attname IS NOT NULL), '{}')
          AS columns
      FROM pg_catalog.pg_class c
      LEFT JOIN (
        pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
          AND 'bytea'::regtype NOT IN (t.oid, t.typelem, t.typbasetype)
      ) ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      WHERE c.relnamespace = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = ?)
        AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'flyway_schema_history'
      GROUP BY c.relname ORDER BY c.relname
      """;

  private final JdbcTemplate jdbc;
  private final TransactionTemplate snapshot;

  ExportRows(
      DataSource dataSource,
      @Qualifier("spineTransactions") PlatformTransactionManager transactions) {
    jdbc = new JdbcTemplate(dataSource);
    jdbc.setFetchSize(AT_ONCE);
    snapshot = new TransactionTemplate(transactions);
    snapshot.setReadOnly(true);
    snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
  }

  /** Does the work with everything as it is at one instant. */
  void atOneInstant(Runnable work) {
    snapshot.executeWithoutResult(
        status -> {
          jdbc.execute("SET LOCAL TIME ZONE 'UTC'");
          work.run();
        });
  }

  List<ExportTable> tables(String schema) {
    return jdbc.query(
        TABLES,
        (row, n) ->
            new ExportTable(
                row.getString("name"),
                Arrays.asList((String[]) row.getArray("columns").getArray())),
        schema);
  }

  /** Hands out each row as JSON without line breaks. */
  void each(String schema, ExportTable table, Consumer<String> reader) {
    jdbc.query(
        table.select(schema),
        row -> {
          // a json column keeps the layout it was given; within its texts breaks are escaped
          reader.accept(row.getString(1).replace('\n', ' ').replace('\r', ' '));
        });
  }
}
