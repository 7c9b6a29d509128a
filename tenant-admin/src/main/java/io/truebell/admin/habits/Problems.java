package io.truebell.admin.habits;

import io.truebell.core.rest.ApiProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Optional;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;
import tools.jackson.databind.json.JsonMapper;

/** Writes refusals that are found before a controller is reached. */
@Component
public class Problems {
  private final JsonMapper json;

  Problems(JsonMapper json) {
    this.json = json;
  }

  /** Answers with the problem, unless an answer has begun already. */
  public void write(HttpServletRequest request, HttpServletResponse response, ApiProblem problem)
      throws IOException {
    if (response.isCommitted()) {
      return;
    }
    response.resetBuffer();
    response.setStatus(problem.status());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.setCharacterEncoding(StandardCharsets.UTF_8);
    response.getOutputStream().write(json.writeValueAsBytes(view(problem, RequestId.of(request))));
  }

  static ProblemView view(ApiProblem problem, String requestId) {
    String title =
        Optional.ofNullable(HttpStatus.resolve(problem.status()))
            .map(HttpStatus::getReasonPhrase)
            .orElse("Refused");
    return new ProblemView(
        "urn:truebell:problem:" + problem.code(),
        title,
        problem.status(),
        String.valueOf(problem.getMessage()),
        problem.code(),
        requestId,
        problem.fields());
  }

  /** What is said of a query string that is no UTF-8 or has a broken escape. */
  static ApiProblem undecodable() {
    return new ApiProblem(
        400, "bad_address", "The query string cannot be decoded as UTF-8.", List.of());
  }

  /** What is said while the database does not answer. */
  static ApiProblem away() {
    return new ApiProblem(
        503,
        "temporarily_unavailable",
        "The platform cannot reach its database just now; nothing was written. Try again later.",
        List.of());
  }

  /** What is said when an answer was not there in time. */
  static ApiProblem tooSlow() {
    return new ApiProblem(
        503, "temporarily_unavailable", "The answer was not there in time.", List.of());
  }

  /** Whether the accident is that the database does not answer. */
  static boolean databaseAway(Throwable accident) {
    for (Throwable cause = accident; cause != null; cause = cause.getCause()) {
      if (cause instanceof CannotCreateTransactionException
          || cause instanceof DataAccessResourceFailureException
          || cause instanceof SQLTransientConnectionException) {
        return true;
      }
    }
    return false;
  }

  /** What is said about an accident: nothing but where to look. */
  static ApiProblem accident() {
    return new ApiProblem(
        500,
        "internal_error",
        "Something went wrong on our side; the request id finds it in the log.",
        List.of());
  }
}
