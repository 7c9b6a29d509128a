package io.truebell.channel.wechat.template;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * One keyword of a template and where its value comes from.
 *
 * @param shorten whether a value that is too long is cut instead of refused
 * @param values the words that an {@code enum} keyword takes; empty when nobody listed them
 */
record TemplateField(
    String keyword, KeywordType type, Source source, boolean shorten, List<String> values) {
  /** Line breaks and other control characters [official]; half characters are no characters. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cs}\u2028\u2029]");

  TemplateField {
    values = List.copyOf(values);
  }

  /** As it stands in the account's settings; empty when it is not usable. */
  static Optional<TemplateField> read(Object setting, boolean untyped) {
    if (!(setting instanceof Map<?, ?> map)
        || !(map.get("keyword") instanceof String keyword)
        || !(map.get("source") instanceof String source)) {
      return Optional.empty();
    }
    List<String> values =
        map.get("values") instanceof List<?> list
            ? list.stream().map(String::valueOf).toList()
            : List.of();
    boolean shorten = Boolean.TRUE.equals(map.get("shorten"));
    return KeywordType.of(keyword)
        .or(() -> untyped ? Optional.of(KeywordType.UNTYPED) : Optional.empty())
        .map(type -> new TemplateField(keyword, type, new Source(source), shorten, values));
  }

  /** The value that is sent; what is wrong with it goes to {@code problems}. */
  String value(Content content, Consumer<FieldProblem> problems) {
    String found = source.of(content);
    String value = found == null ? "" : found.strip();
    if (shorten) {
      value = type.shorten(value);
    }
    check(value, problems);
    return value;
  }

  private void check(String value, Consumer<FieldProblem> problems) {
    if (value.isEmpty()) {
      problems.accept(problem("required", "must be a text or number that is not empty"));
    } else if (UNPRINTABLE.matcher(value).find()) {
      problems.accept(problem("control_character", "must be one line without control characters"));
    } else if (type.tooLong(value)) {
      problems.accept(problem("too_long", "must have at most " + type.most(value) + " characters"));
    } else if (!type.fits(value)) {
      problems.accept(problem("wrong_form", "must be " + type.says()));
    } else if (!values.isEmpty() && !values.contains(value)) {
      problems.accept(problem("unknown_value", "must be one of " + String.join(", ", values)));
    }
  }

  private FieldProblem problem(String code, String reason) {
    return new FieldProblem(source.field(), code, reason + " (WeChat's keyword " + keyword + ")");
  }
}
