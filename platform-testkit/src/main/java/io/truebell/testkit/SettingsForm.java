package io.truebell.testkit;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The form of a channel's settings, as its JSON Schema draws it. */
final class SettingsForm {
  private static final String META = "https://json-schema.org/draft/2020-12/schema";
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  private final String text;
  private final JsonNode schema;

  private SettingsForm(String text, JsonNode schema) {
    this.text = text;
    this.schema = schema;
  }

  static SettingsForm of(String schema) {
    return new SettingsForm(schema, JsonMapper.shared().readTree(schema));
  }

  /** What is wrong with the form itself. */
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    SCHEMAS
        .getSchema(SchemaLocation.of(META))
        .validate(text, InputFormat.JSON)
        .forEach(error -> faults.add(error.toString()));
    if (!schema.path("type").asString("").equals("object")) {
      faults.add("the settings are not an object");
    }
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> {
              for (String title : List.of("title", "x-title-zh")) {
                if (property.getValue().path(title).asString("").isBlank()) {
                  faults.add(property.getKey() + " has no " + title);
                }
              }
            });
    return faults;
  }

  /** What is wrong with these settings. */
  List<String> faultsOf(Map<String, Object> settings) {
    Schema form = SCHEMAS.getSchema(text, InputFormat.JSON);
    return form
        .validate(JsonMapper.shared().writeValueAsString(settings), InputFormat.JSON)
        .stream()
        .map(Object::toString)
        .toList();
  }
}
