package io.truebell.sandbox;

import io.swagger.v3.oas.annotations.Hidden;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The simulated providers. No key is asked for: the ticket in the path is the credential, and
 * callers from elsewhere than this machine are not heard.
 */
@Hidden
@RestController
@ServedWhenEnabled
class SandboxController {
  private static final int MAX_BODY = 64 * 1024;

  private final Tickets tickets;
  private final Tenants tenants;
  private final Simulation simulation;
  private final Stage stage;
  private final LaterReceipts later;

  SandboxController(
      Tickets tickets, Tenants tenants, Simulation simulation, Stage stage, LaterReceipts later) {
    this.tickets = tickets;
    this.tenants = tenants;
    this.simulation = simulation;
    this.stage = stage;
    this.later = later;
  }

  @PostMapping("/sandbox/{ticket}/**")
  void simulate(
      @PathVariable("ticket") String text, HttpServletRequest http, HttpServletResponse response)
      throws IOException {
    Ticket ticket = open(text, http);
    Request request = request(text, http);
    Simulation.Scene scene =
        TenantScope.call(tenant(ticket), () -> simulation.stage(ticket, request));
    if (scene.magic() == null && scene.answer().isEmpty()) {
      throw ApiProblem.notFound("magic address");
    }
    if (scene.magic() != null) {
      later.announce(tenant(ticket), ticket, scene.magic(), scene.reports());
    }
    stage.play(scene.magic(), scene.answer(), response);
  }

  private Ticket open(String text, HttpServletRequest http) {
    if (!fromHere(http.getRemoteAddr(), http.getLocalAddr())) {
      throw ApiProblem.notFound("sandbox ticket");
    }
    return tickets.read(text).orElseThrow(() -> ApiProblem.notFound("sandbox ticket"));
  }

  /** A server that listens on one address of this machine is called from that same address. */
  static boolean fromHere(String remote, String local) {
    InetAddress caller = InetAddress.ofLiteral(remote);
    return caller.isLoopbackAddress() || caller.equals(InetAddress.ofLiteral(local));
  }

  private Tenant tenant(Ticket ticket) {
    return tenants.active(ticket.tenant()).orElseThrow(() -> ApiProblem.notFound("sandbox ticket"));
  }

  private static Request request(String ticket, HttpServletRequest http) throws IOException {
    Map<String, String> headers =
        Collections.list(http.getHeaderNames()).stream()
            .collect(
                Collectors.toMap(
                    name -> name.toLowerCase(Locale.ROOT), http::getHeader, (a, b) -> a));
    String path = http.getRequestURI();
    String rest = path.substring(path.indexOf(ticket) + ticket.length());
    String query = Objects.requireNonNullElse(http.getQueryString(), "");
    return new Request(
        rest.isEmpty() ? "/" : rest, query, headers, http.getInputStream().readNBytes(MAX_BODY));
  }
}
