package io.truebell.receipts.inbound;

import io.swagger.v3.oas.annotations.Hidden;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Authenticity;
import io.truebell.receipts.address.Addresses;
import io.truebell.receipts.address.ReceiptsSettings;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RestController;

/**
 * Where providers report. No key is asked for: the address says whose provider calls, and what it
 * signed says that it is the provider.
 */
@Hidden
@RestController
@PreAuthorize("permitAll()")
class InboundController {
  private final ReceiveReceipts receive;
  private final ReceiptsSettings settings;

  InboundController(ReceiveReceipts receive, ReceiptsSettings settings) {
    this.receive = receive;
    this.settings = settings;
  }

  @RequestMapping(
      path = {Addresses.ROOT + "{token}", Addresses.ROOT + "{token}/**"},
      method = {RequestMethod.GET, RequestMethod.POST})
  void inbound(
      @PathVariable("token") String token, HttpServletRequest http, HttpServletResponse response)
      throws IOException {
    Authenticity.Reply reply = receive.receive(token, letter(token, http));
    response.setStatus(reply.status());
    response.setHeader("Cache-Control", "no-store");
    if (reply.body().length > 0) {
      response.setContentType(reply.contentType());
      response.getOutputStream().write(reply.body());
    }
  }

  /** Reads the raw body itself: asking for a parameter would take a form apart. */
  private Letter letter(String token, HttpServletRequest http) throws IOException {
    int most = (int) settings.maxBody().toBytes();
    byte[] body = http.getInputStream().readNBytes(most + 1);
    if (body.length > most) {
      throw new ApiProblem(
          413, "body_too_large", "The body has more than " + most + " bytes.", List.of());
    }
    String path = http.getRequestURI();
    String rest = path.substring(path.indexOf(token) + token.length());
    String query = Objects.requireNonNullElse(http.getQueryString(), "");
    return new Letter(http.getMethod(), url(http, path, query), rest, query, headers(http), body);
  }

  private String url(HttpServletRequest http, String path, String query) {
    URI own = settings.publicUrl();
    String base = own == null ? http.getRequestURL().toString() : own + path;
    return query.isEmpty() ? base : base + "?" + query;
  }

  private static Map<String, List<String>> headers(HttpServletRequest http) {
    Map<String, List<String>> headers = new HashMap<>();
    Collections.list(http.getHeaderNames())
        .forEach(
            name ->
                headers.put(
                    name.toLowerCase(Locale.ROOT), Collections.list(http.getHeaders(name))));
    return headers;
  }
}
