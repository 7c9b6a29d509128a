package io.truebell.calm.policy;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.calm.policy.CalmPolicy.Hours;
import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.policy.CalmPolicy.TypeRules;
import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.core.message.Category;
import io.truebell.core.rest.FieldProblem;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A whole policy as the API speaks it. What is missing or null is not limited.
 *
 * @param window how many instant messages about one subject
 * @param dailyCaps most messages of a recipient's day, by category, 1 to 1000
 * @param quietHours when nothing is sent that is not urgent
 * @param sendWindows by category, the only hours in which something is sent that is not urgent
 * @param types what is different for some notification types, at most 200
 */
public record CalmPolicyDocument(
    @Nullable WindowDocument window,
    @Nullable Map<String, @Nullable Integer> dailyCaps,
    @Nullable HoursDocument quietHours,
    @Nullable Map<String, @Nullable HoursDocument> sendWindows,
    @Nullable Map<String, @Nullable TypeDocument> types) {

  /**
   * A rolling window for each recipient, subject and channel account.
   *
   * @param most instant messages in it, 1 to 1000; the next one opens a digest
   * @param minutes how long it is, 1 to 1440
   */
  public record WindowDocument(
      @Schema(example = "3", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable Integer most,
      @Schema(example = "60", requiredMode = Schema.RequiredMode.REQUIRED)
          @Nullable Integer minutes) {
    private static WindowDocument of(Window window) {
      return new WindowDocument(window.most(), (int) window.length().toMinutes());
    }

    private Window window() {
      return new Window(
          Objects.requireNonNull(most), Duration.ofMinutes(Objects.requireNonNull(minutes)));
    }
  }

  /**
   * Hours by the recipient's clock, over midnight where {@code to} is earlier than {@code from}.
   *
   * @param from first minute inside, {@code HH:mm}
   * @param to first minute outside, {@code HH:mm}
   * @param otherwise {@code hold} or {@code degrade}: what becomes of what comes at the wrong time
   */
  public record HoursDocument(
      @Schema(example = "22:00", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String from,
      @Schema(example = "07:00", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String to,
      @Schema(
              allowableValues = {"hold", "degrade"},
              requiredMode = Schema.RequiredMode.REQUIRED)
          @Nullable String otherwise) {
    private static HoursDocument of(Hours hours) {
      return new HoursDocument(
          hours.from().toString(),
          hours.to().toString(),
          hours.otherwise().name().toLowerCase(Locale.ROOT));
    }

    private Hours hours() {
      return new Hours(
          ClockTime.of(from),
          ClockTime.of(to),
          Otherwise.valueOf(Objects.requireNonNull(otherwise).toUpperCase(Locale.ROOT)));
    }
  }

  /**
   * One notification type's own rules.
   *
   * @param window its own window; null for none at all
   */
  public record TypeDocument(@Nullable WindowDocument window) {}

  static CalmPolicyDocument of(CalmPolicy policy) {
    Map<String, @Nullable Integer> caps = new TreeMap<>();
    Map<String, @Nullable HoursDocument> windows = new TreeMap<>();
    for (Category category : Category.values()) {
      caps.put(name(category), policy.dailyCaps().get(category));
      Hours hours = policy.sendWindows().get(category);
      windows.put(name(category), hours == null ? null : HoursDocument.of(hours));
    }
    Map<String, @Nullable TypeDocument> types = new TreeMap<>();
    policy.types().forEach((type, rules) -> types.put(type, typed(rules)));
    Window window = policy.window();
    Hours quiet = policy.quietHours();
    return new CalmPolicyDocument(
        window == null ? null : WindowDocument.of(window),
        caps,
        quiet == null ? null : HoursDocument.of(quiet),
        windows,
        types);
  }

  private static TypeDocument typed(TypeRules rules) {
    Window window = rules.window();
    return new TypeDocument(window == null ? null : WindowDocument.of(window));
  }

  /**
   * Adds what is wrong with it to {@code problems}.
   *
   * @param at what the names of its fields begin with
   */
  public void check(List<FieldProblem> problems, String at) {
    new PolicyChecks(problems).check(this, at);
  }

  /** What it says; nothing may be wrong with it. */
  public CalmPolicy policy(int version) {
    Map<Category, Integer> caps = new EnumMap<>(Category.class);
    orEmpty(dailyCaps)
        .forEach(
            (name, cap) -> {
              if (cap != null) {
                caps.put(category(name), cap);
              }
            });
    Map<Category, Hours> windows = new EnumMap<>(Category.class);
    orEmpty(sendWindows)
        .forEach(
            (name, hours) -> {
              if (hours != null) {
                windows.put(category(name), hours.hours());
              }
            });
    Map<String, TypeRules> rules = new HashMap<>();
    orEmpty(types)
        .forEach(
            (type, own) -> {
              WindowDocument ownWindow = Objects.requireNonNull(own).window();
              rules.put(type, new TypeRules(ownWindow == null ? null : ownWindow.window()));
            });
    return new CalmPolicy(
        version,
        window == null ? null : window.window(),
        caps,
        quietHours == null ? null : quietHours.hours(),
        windows,
        rules);
  }

  static <V extends @Nullable Object> Map<String, V> orEmpty(@Nullable Map<String, V> map) {
    return map == null ? Map.of() : map;
  }

  static String name(Category category) {
    return category.name().toLowerCase(Locale.ROOT);
  }

  private static Category category(String name) {
    return Category.valueOf(name.toUpperCase(Locale.ROOT));
  }
}
