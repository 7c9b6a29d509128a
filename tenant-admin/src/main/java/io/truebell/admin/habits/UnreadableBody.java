package io.truebell.admin.habits;

import io.truebell.core.rest.ApiProblem;
import java.util.List;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Says what is wrong with a body that could not be read, without repeating it. */
final class UnreadableBody {
  private UnreadableBody() {}

  static ApiProblem problem(HttpMessageNotReadableException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof ApiProblem problem) {
        return problem;
      }
    }
    return switch (e.getCause()) {
      case UnrecognizedPropertyException unknown ->
          ApiProblem.invalid(path(unknown), "unknown_field", "is not a field of this request");
      case DatabindException wrong when !wrong.getPath().isEmpty() ->
          ApiProblem.invalid(path(wrong), "invalid_value", "has the wrong type or is out of range");
      case DatabindException wrong ->
          malformed("The body must be one JSON object of this request's form and nothing else.");
      case InputCoercionException beyond -> outOfRange(beyond);
      case StreamConstraintsException beyond -> outOfRange(beyond);
      case JacksonException broken -> malformed("The body is not valid JSON" + place(broken) + ".");
      case null, default -> malformed("The body is missing or cannot be read.");
    };
  }

  private static ApiProblem outOfRange(JacksonException e) {
    String path = path(e);
    return path.isEmpty()
        ? new ApiProblem(
            422, "invalid_input", "Something is too large or too deep" + place(e) + ".", List.of())
        : ApiProblem.invalid(path, "out_of_range", "is out of range");
  }

  private static ApiProblem malformed(String detail) {
    return new ApiProblem(400, "malformed_json", detail, List.of());
  }

  private static String place(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null || at.getLineNr() < 1
        ? ""
        : " at line " + at.getLineNr() + ", column " + at.getColumnNr();
  }

  private static String path(JacksonException e) {
    StringBuilder path = new StringBuilder();
    for (JacksonException.Reference step : e.getPath()) {
      if (step.getPropertyName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
      }
    }
    return path.toString();
  }
}
