package io.truebell.sandbox;

import io.swagger.v3.oas.annotations.Hidden;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.Receipts;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
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
  private final ObjectProvider<Receipts> receipts;

  SandboxController(
      Tickets tickets,
      Tenants tenants,
      Simulation simulation,
      Stage stage,
      LaterReceipts later,
      ObjectProvider<Receipts> receipts) {
    this.tickets = tickets;
    this.tenants = tenants;
    this.simulation = simulation;
    this.stage = stage;
    this.later = later;
    this.receipts = receipts;
  }

  @PostMapping("/sandbox/{ticket}/**")
  void simulate(
      @PathVariable("ticket") String text, HttpServletRequest http, HttpServletResponse response)
      throws IOException {
    Ticket ticket = open(text, http);
    Request request = request(text, http);
    Simulation.Scene scene =
        TenantScope.call(tenant(ticket), () -> simulation.stage(ticket, request));
    if (scene.magic() == null) {
      throw ApiProblem.notFound("magic address");
    }
    later.announce(text, scene.magic());
    stage.play(scene.magic(), scene.answer(), response);
  }

  @PostMapping("/sandbox/{ticket}/receipt")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void receive(
      @PathVariable("ticket") String text,
      @RequestHeader(LaterReceipts.SIGNATURE) String signature,
      @RequestBody byte[] body,
      HttpServletRequest http) {
    Ticket ticket = open(text, http);
    if (!tickets.signed(text, body, signature)) {
      throw new ApiProblem(401, "invalid_signature", "The signature does not fit.", List.of());
    }
    boolean delivered = new String(body, StandardCharsets.UTF_8).contains("true");
    String code = delivered ? "sandbox_delivered" : "sandbox_undelivered";
    ReceiptArrived receipt =
        new ReceiptArrived(
            ticket.delivery(), code, delivered, code, "simulated receipt", "sandbox");
    TenantScope.run(tenant(ticket), () -> receipts.ifAvailable(door -> door.arrived(receipt)));
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
    return new Request(
        rest.isEmpty() ? "/" : rest, headers, http.getInputStream().readNBytes(MAX_BODY));
  }
}
