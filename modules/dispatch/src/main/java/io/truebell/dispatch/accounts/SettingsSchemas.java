package io.truebell.dispatch.accounts;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.core.spi.ChannelDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Checks an account's settings against its channel's JSON Schema (2020-12). */
@Component
class SettingsSchemas {
  private static final int LONGEST_TEXT = 4000;

  private final SchemaRegistry registry =
      SchemaRegistry.withDialect(
          // what a schema says to the form that is drawn from it (x-title-zh …) is no check
          Dialect.builder(Dialects.getDraft202012())
              .unknownKeywordFactory((keyword, context) -> new NonValidationKeyword(keyword))
              .build(),
          builder ->
              builder.schemaRegistryConfig(
                  SchemaRegistryConfig.builder()
                      .locale(Locale.ENGLISH)
                      .formatAssertionsEnabled(true)
                      .build()));
  private final Map<String, Schema> schemas = new ConcurrentHashMap<>();
  private final JsonMapper json;

  SettingsSchemas(JsonMapper json) {
    this.json = json;
  }

  /** What is wrong with {@code settings}; empty when they fit the channel. */
  List<FieldProblem> check(ChannelDescriptor channel, Map<String, Object> settings) {
    JsonNode node = json.valueToTree(settings);
    List<FieldProblem> problems = new ArrayList<>();
    checkText(problems, "settings", node);
    if (problems.isEmpty()) {
      schema(channel).validate(node).forEach(error -> problems.add(problem(error)));
    }
    return problems;
  }

  private Schema schema(ChannelDescriptor channel) {
    return schemas.computeIfAbsent(
        channel.key().value(),
        key -> registry.getSchema(channel.settingsSchema(), InputFormat.JSON));
  }

  // A schema seldom says so, but no store and no provider takes these characters.
  private static void checkText(List<FieldProblem> problems, String field, JsonNode node) {
    if (node.isString()) {
      Text.checkOptional(problems, field, node.stringValue(), LONGEST_TEXT, true);
    }
    node.forEachEntry((name, value) -> checkText(problems, field + "." + name, value));
    if (node.isArray()) {
      node.forEach(value -> checkText(problems, field, value));
    }
  }

  private static FieldProblem problem(Error error) {
    String place = "settings" + error.getInstanceLocation().toString().replace('/', '.');
    return switch (error.getKeyword()) {
      case "additionalProperties", "unevaluatedProperties" ->
          new FieldProblem(
              place + "." + error.getProperty(), "unknown_field", "is no setting of this channel");
      case "required" ->
          new FieldProblem(place + "." + error.getProperty(), "required", "is required");
      default -> new FieldProblem(place, "invalid_setting", error.getMessage());
    };
  }
}
