package io.truebell.core.rest;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list, newest first.
 *
 * @param items at most as many as asked for
 * @param nextCursor opaque; null on the last page
 */
public record Page<T>(List<T> items, @Nullable String nextCursor) {
  public Page {
    items = List.copyOf(items);
  }

  /**
   * Makes a page from {@code limit + 1} rows: the one too many says that there is a next page.
   *
   * @param cursorOf the cursor that continues behind a row
   */
  public static <T> Page<T> of(List<T> rows, int limit, Function<T, String> cursorOf) {
    if (rows.size() <= limit) {
      return new Page<>(rows, null);
    }
    List<T> items = rows.subList(0, limit);
    return new Page<>(items, cursorOf.apply(items.getLast()));
  }

  /** The same page with other items. */
  public <U> Page<U> map(Function<T, U> view) {
    return new Page<>(items.stream().<U>map(view).toList(), nextCursor);
  }
}
