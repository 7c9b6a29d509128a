package io.truebell.calm.window;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Rows turned into columns: a set-based statement takes one array for each column and unnests them.
 * Values travel as text and are cast in the statement.
 */
final class Columns<T> {
  private final List<T> rows;
  private final Map<String, String[]> arrays = new LinkedHashMap<>();

  Columns(List<T> rows) {
    this.rows = rows;
  }

  Columns<T> with(String name, Function<T, Object> value) {
    arrays.put(name, rows.stream().map(row -> value.apply(row).toString()).toArray(String[]::new));
    return this;
  }

  /** The columns as named parameters. */
  Map<String, ?> parameters() {
    return arrays;
  }

  /** One column alone. */
  static String[] of(Iterable<?> values) {
    List<String> column = new ArrayList<>();
    values.forEach(value -> column.add(value.toString()));
    return column.toArray(String[]::new);
  }
}
