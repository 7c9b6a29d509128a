package io.truebell.admin.export;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of a tenant's schema and those of its columns that may leave.
 *
 * @param columns may be empty: its rows are counted then, and say nothing
 */
record ExportTable(String name, List<String> columns) {
  ExportTable {
    columns = List.copyOf(columns);
  }

  /** Selects each row as one JSON object. */
  String select(String schema) {
    String chosen = columns.stream().map(ExportTable::quoted).collect(Collectors.joining(", "));
    return "SELECT row_to_json(r)::text FROM (SELECT %s FROM %s.%s) r"
        .formatted(chosen, quoted(schema), quoted(name));
  }

  private static String quoted(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }
}
