package io.truebell.admin.habits;

import io.truebell.admin.pages.UnknownPage;
import io.truebell.core.rest.ApiProblem;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Locale;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.DisconnectedClientHelper;

/** Turns whatever a controller throws, or the framework on the way to it, into a problem. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

  private final UnknownPage page;

  ProblemAdvice(UnknownPage page) {
    this.page = page;
  }

  @ExceptionHandler
  ResponseEntity<Object> refused(ApiProblem problem, WebRequest request) {
    return answer(problem, new HttpHeaders(), request);
  }

  /** Rarely seen: callers without the scope were refused before the controller. */
  @ExceptionHandler
  ResponseEntity<Object> forbidden(AccessDeniedException e, WebRequest request) {
    return answer(
        new ApiProblem(403, "forbidden", "The key does not allow this.", List.of()),
        new HttpHeaders(),
        request);
  }

  @ExceptionHandler
  ResponseEntity<Object> undecodable(InvalidParameterException e, WebRequest request) {
    return answer(Problems.undecodable(), new HttpHeaders(), request);
  }

  /**
   * Says nothing of the accident but where to look.
   *
   * @throws Exception the same one when an answer has begun: nothing may follow that looks like its
   *     end
   */
  @ExceptionHandler
  @Nullable ResponseEntity<Object> accident(
      Exception e, WebRequest request, HttpServletResponse response) throws Exception {
    if (DisconnectedClientHelper.isClientDisconnectedException(e)) {
      LOG.debug("the client went away: {}", e.toString());
      return null;
    }
    if (response.isCommitted()) {
      throw e;
    }
    if (Problems.databaseAway(e)) {
      LOG.warn("the database does not answer: {}", e.toString());
      HttpHeaders later = new HttpHeaders();
      later.set(HttpHeaders.RETRY_AFTER, "5");
      return answer(Problems.away(), later, request);
    }
    LOG.error("request failed", e);
    return answer(Problems.accident(), new HttpHeaders(), request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(
      NoResourceFoundException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    return page.answer(((ServletWebRequest) request).getRequest())
        .orElseGet(() -> handleExceptionInternal(e, null, headers, status, request));
  }

  /** A stream that has lasted as long as it may just ends; who waits for an answer is told. */
  @Override
  protected @Nullable ResponseEntity<Object> handleAsyncRequestTimeoutException(
      AsyncRequestTimeoutException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    HttpServletResponse response = ((ServletWebRequest) request).getResponse();
    if (response == null || response.isCommitted()) {
      return null;
    }
    return answer(Problems.tooSlow(), headers, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
      HttpMessageNotReadableException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(UnreadableBody.problem(e), headers, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleTypeMismatch(
      TypeMismatchException e, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
    if (e instanceof MethodArgumentTypeMismatchException argument) {
      // an id that cannot be one names nothing, like one that is unknown
      boolean path = argument.getParameter().hasParameterAnnotation(PathVariable.class);
      ApiProblem problem =
          path
              ? ApiProblem.notFound("resource")
              : ApiProblem.invalid(argument.getName(), "invalid_value", "has a value of no use");
      return answer(problem, headers, request);
    }
    return handleExceptionInternal(e, null, headers, status, request);
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
      MissingServletRequestParameterException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    return answer(
        ApiProblem.invalid(e.getParameterName(), "required", "is required"), headers, request);
  }

  /**
   * All others that the framework knows: the status says it, the name of the status is the code.
   */
  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    HttpStatus known = HttpStatus.valueOf(status.value());
    if (known.is5xxServerError()) {
      LOG.error("request failed", e);
      return answer(Problems.accident(), headers, request);
    }
    String code = known.name().toLowerCase(Locale.ROOT);
    return answer(
        new ApiProblem(known.value(), code, sentence(known), List.of()), headers, request);
  }

  private static String sentence(HttpStatus status) {
    return switch (status) {
      case NOT_FOUND -> "There is nothing at this address.";
      case METHOD_NOT_ALLOWED ->
          "This address does not take this method; Allow names those it does.";
      case UNSUPPORTED_MEDIA_TYPE -> "The body must be application/json.";
      case NOT_ACCEPTABLE -> "The answer is application/json; Accept rules it out.";
      default -> "The request is refused: " + status.getReasonPhrase() + ".";
    };
  }

  private static ResponseEntity<Object> answer(
      ApiProblem problem, HttpHeaders headers, WebRequest request) {
    HttpServletRequest servlet = ((ServletWebRequest) request).getRequest();
    return ResponseEntity.status(problem.status())
        .headers(headers)
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(Problems.view(problem, RequestId.of(servlet)));
  }
}
