package io.truebell.admin.habits;

import io.truebell.core.rest.ApiProblem;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the container itself refuses is a problem like any other. */
@RestController
class ErrorPage implements ErrorController {
  @RequestMapping("/error")
  ResponseEntity<ProblemView> error(HttpServletRequest request) {
    HttpStatus status = status(request);
    String code = status.name().toLowerCase(Locale.ROOT);
    ApiProblem problem =
        status.is5xxServerError()
            ? Problems.accident()
            : new ApiProblem(status.value(), code, "The request is refused.", List.of());
    return ResponseEntity.status(problem.status())
        .contentType(MediaType.APPLICATION_PROBLEM_JSON)
        .body(Problems.view(problem, RequestId.of(request)));
  }

  private static HttpStatus status(HttpServletRequest request) {
    HttpStatus known =
        request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
            ? HttpStatus.resolve(code)
            : null;
    return known == null ? HttpStatus.NOT_FOUND : known;
  }
}
