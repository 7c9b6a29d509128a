package io.truebell.admin.openapi;

import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.util.List;

/** The form of a refusal, which no controller returns and the description must show. */
final class ProblemSchema {
  static final String NAME = "Problem";

  private ProblemSchema() {}

  static Schema<?> schema() {
    ObjectSchema problem = new ObjectSchema();
    problem.setDescription("A refusal (RFC 9457).");
    problem.addProperty("type", text("urn:truebell:problem:<code>"));
    problem.addProperty("title", text("The HTTP status in words."));
    problem.addProperty("status", new IntegerSchema().description("The HTTP status."));
    problem.addProperty("detail", text("A sentence for people."));
    problem.addProperty("code", text("Stable, for programs."));
    problem.addProperty("request_id", text("Finds the request in the log."));
    ArraySchema errors = new ArraySchema().items(error());
    errors.setDescription("What is wrong with which field.");
    problem.addProperty("errors", errors);
    problem.setRequired(List.of("type", "title", "status", "detail", "code", "request_id"));
    return problem;
  }

  private static Schema<?> error() {
    ObjectSchema error = new ObjectSchema();
    error.addProperty("field", text("Path of the field."));
    error.addProperty("code", text("Stable, for programs."));
    error.addProperty("reason", text("A sentence for people."));
    error.setRequired(List.of("field", "code", "reason"));
    return error;
  }

  private static Schema<?> text(String description) {
    Schema<String> text = new StringSchema();
    text.setDescription(description);
    return text;
  }
}
