package io.truebell.channel.wechat.template;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Settings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A template that an account's settings name for a type of notification. */
public final class MessageTemplate {
  private static final String TEMPLATES = "templates";

  /** The type of what leaves an account with fixed minimal text. */
  private static final String MINIMAL = "notification";

  private final String id;
  private final Map<String, Object> settings;
  private final List<TemplateField> fields;

  private MessageTemplate(String id, Map<String, Object> settings, List<TemplateField> fields) {
    this.id = id;
    this.settings = settings;
    this.fields = fields;
  }

  /**
   * What a content becomes.
   *
   * @param values by keyword, in the order of the settings
   * @param problems with paths in the notification; while there are any, nothing may be sent
   */
  public record Filled(Map<String, String> values, List<FieldProblem> problems) {
    /** What is sent: each value in an object of its own. */
    public Map<String, Object> data() {
      Map<String, Object> data = new LinkedHashMap<>();
      values.forEach((keyword, value) -> data.put(keyword, Map.of("value", value)));
      return data;
    }
  }

  /** All templates of an account by the type of notification; the first for a type counts. */
  static Map<String, MessageTemplate> all(Settings settings, boolean untyped) {
    Map<String, MessageTemplate> all = new LinkedHashMap<>();
    if (settings.values().get(TEMPLATES) instanceof List<?> entries) {
      for (Object entry : entries) {
        if (entry instanceof Map<?, ?> map && map.get("type") instanceof String type) {
          read(map, untyped).ifPresent(template -> all.putIfAbsent(type, template));
        }
      }
    }
    return all;
  }

  /**
   * The template for a type; empty when the account has none. Minimal text does not tell its type:
   * it goes out where the account has one template in all, since a consent is for one template.
   */
  static Optional<MessageTemplate> of(Settings settings, String type, boolean untyped) {
    Map<String, MessageTemplate> all = all(settings, untyped);
    MessageTemplate found = all.get(type);
    boolean one = all.values().stream().map(MessageTemplate::id).distinct().count() == 1;
    return found == null && type.equals(MINIMAL) && one
        ? all.values().stream().findFirst()
        : Optional.ofNullable(found);
  }

  private static Optional<MessageTemplate> read(Map<?, ?> entry, boolean untyped) {
    if (!(entry.get("template_id") instanceof String id)
        || !(entry.get("fields") instanceof List<?> list)) {
      return Optional.empty();
    }
    List<TemplateField> fields =
        list.stream().flatMap(field -> TemplateField.read(field, untyped).stream()).toList();
    return fields.isEmpty() || fields.size() < list.size()
        ? Optional.empty()
        : Optional.of(new MessageTemplate(id, named(entry), fields));
  }

  private static Map<String, Object> named(Map<?, ?> entry) {
    Map<String, Object> named = new LinkedHashMap<>();
    entry.forEach((name, value) -> named.put(String.valueOf(name), value));
    return named;
  }

  /** The provider's id of it. */
  public String id() {
    return id;
  }

  /** Everything that the account says of it. */
  public Map<String, Object> settings() {
    return Collections.unmodifiableMap(settings);
  }

  /** A text that the account says of this template, if it does. */
  public Optional<String> text(String name) {
    return settings.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  /** The template's values for a content. */
  public Filled fill(Content content) {
    Map<String, String> values = new LinkedHashMap<>();
    List<FieldProblem> problems = new ArrayList<>();
    fields.forEach(field -> values.put(field.keyword(), field.value(content, problems::add)));
    return new Filled(values, List.copyOf(problems));
  }
}
