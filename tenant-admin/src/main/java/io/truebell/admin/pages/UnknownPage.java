package io.truebell.admin.pages;

import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** What a person sees who followed a wrong link: the document, which draws "not found". */
@Component
public class UnknownPage {
  /** What is asked by programs, and answered to programs. */
  private static final List<String> FOR_PROGRAMS =
      List.of("/v1", "/health", "/metrics", "/sandbox", "/r", "/assets", "/error");

  private final Resource document = new ClassPathResource("META-INF/resources/index.html");

  /** The document with status 404, if somebody looks for a page at the request's address. */
  public Optional<ResponseEntity<Object>> answer(HttpServletRequest request) {
    return wantsPage(request) && document.exists()
        ? Optional.of(
            ResponseEntity.status(HttpStatus.NOT_FOUND)
                .contentType(new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8))
                .cacheControl(CacheControl.noCache())
                .body(document))
        : Optional.empty();
  }

  private static boolean wantsPage(HttpServletRequest request) {
    String path = request.getServletPath();
    return List.of("GET", "HEAD").contains(request.getMethod())
        && path.indexOf('.') < 0
        && FOR_PROGRAMS.stream().noneMatch(own -> path.equals(own) || path.startsWith(own + "/"))
        && takesHtml(request.getHeader(HttpHeaders.ACCEPT));
  }

  /** Says so itself: who takes anything is a program. */
  private static boolean takesHtml(@Nullable String accept) {
    try {
      return MediaType.parseMediaTypes(accept).stream()
          .anyMatch(type -> type.equalsTypeAndSubtype(MediaType.TEXT_HTML));
    } catch (InvalidMediaTypeException e) {
      return false;
    }
  }
}
