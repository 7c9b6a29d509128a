package io.truebell.calm.policy;

import io.truebell.core.message.Category;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One version of a tenant's limits. A version never changes.
 *
 * @param version 1 for the built-in one
 * @param window how many instant messages about one subject; null for any number
 * @param dailyCaps most messages of a recipient's local day, by category; absent for any number
 * @param quietHours when nothing is sent that is not urgent; null for never
 * @param sendWindows the only hours of a category in which something is sent that is not urgent;
 *     absent for all hours
 * @param types what is different for some notification types
 */
public record CalmPolicy(
    int version,
    @Nullable Window window,
    Map<Category, Integer> dailyCaps,
    @Nullable Hours quietHours,
    Map<Category, Hours> sendWindows,
    Map<String, TypeRules> types) {
  public CalmPolicy {
    dailyCaps = Map.copyOf(dailyCaps);
    sendWindows = Map.copyOf(sendWindows);
    types = Map.copyOf(types);
  }

  /**
   * A rolling window for each recipient, subject and channel account.
   *
   * @param most instant messages in it; the next one opens a digest
   */
  public record Window(int most, Duration length) {}

  /**
   * Hours of the recipient's day; over midnight when {@code to} is not after {@code from}.
   *
   * @param from first instant inside
   * @param to first instant outside
   * @param otherwise what becomes of what comes at the wrong time
   */
  public record Hours(LocalTime from, LocalTime to, Otherwise otherwise) {}

  /** What becomes of what may not be sent now. */
  public enum Otherwise {
    HOLD,
    DEGRADE
  }

  /**
   * One notification type's own rules.
   *
   * @param window its own window; null for none at all
   */
  public record TypeRules(@Nullable Window window) {}

  /** The window of a notification type; null when every message of it is instant. */
  public @Nullable Window windowOf(String type) {
    TypeRules own = types.get(type);
    return own == null ? window : own.window();
  }
}
