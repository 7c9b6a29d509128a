package io.truebell.ledger.base;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Rows turned into columns: a set-based statement takes one array for each column and unnests them.
 * Values travel as text and are cast in the statement.
 */
public final class Columns<T> {
  private final List<T> rows;
  private final Map<String, @Nullable String[]> arrays = new LinkedHashMap<>();

  public Columns(List<T> rows) {
    this.rows = rows;
  }

  /** Adds the column {@code name}; a null value stays null. */
  public Columns<T> with(String name, Function<T, ? extends @Nullable Object> value) {
    arrays.put(name, of(rows, value));
    return this;
  }

  /** The columns as named parameters. */
  public Map<String, ?> parameters() {
    return arrays;
  }

  /** One column alone. */
  public static <T> @Nullable String[] of(
      List<T> rows, Function<T, ? extends @Nullable Object> value) {
    @Nullable String[] column = new String[rows.size()];
    for (int i = 0; i < column.length; i++) {
      Object v = value.apply(rows.get(i));
      column[i] = v == null ? null : v.toString();
    }
    return column;
  }
}
