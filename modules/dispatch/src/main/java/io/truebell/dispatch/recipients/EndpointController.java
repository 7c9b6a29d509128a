package io.truebell.dispatch.recipients;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Page;
import io.truebell.dispatch.recipients.Endpoint.Status;
import io.truebell.dispatch.recipients.RegisterEndpoint.Registered;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A recipient's addresses on channels. */
@RestController
@Tag(name = "Endpoints", description = "Where recipients are reached; addresses are write-only")
@RequestMapping("/v1/recipients/{external_id}/endpoints")
@PreAuthorize("hasAuthority('SCOPE_recipients')")
class EndpointController {
  private final RegisterEndpoint register;
  private final Recipients recipients;
  private final Endpoints endpoints;
  private final Clock clock;

  EndpointController(
      RegisterEndpoint register, Recipients recipients, Endpoints endpoints, Clock clock) {
    this.register = register;
    this.recipients = recipients;
    this.endpoints = endpoints;
    this.clock = clock;
  }

  @PostMapping
  @Operation(
      operationId = "addEndpoint",
      summary = "Add an address; a known one is found and stays as it is")
  ResponseEntity<EndpointView> addEndpoint(
      @PathVariable("external_id") String recipient, @RequestBody EndpointRequest request) {
    Registered registered = register.register(recipient, request);
    return ResponseEntity.status(registered.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .body(EndpointView.of(registered.endpoint()));
  }

  @GetMapping
  @Operation(operationId = "listEndpoints", summary = "A recipient's endpoints, newest first")
  Page<EndpointView> endpoints(@PathVariable("external_id") String recipient) {
    UUID owner = recipients.known(recipient).id();
    return new Page<>(endpoints.of(owner).stream().map(EndpointView::of).toList(), null);
  }

  @PatchMapping("/{endpoint_id}")
  @Operation(operationId = "changeEndpoint", summary = "Say whether an address is verified")
  EndpointView changeEndpoint(
      @PathVariable("external_id") String recipient,
      @PathVariable("endpoint_id") UUID id,
      @RequestBody EndpointStatusRequest request) {
    Status status = status(request);
    UUID owner = recipients.known(recipient).id();
    return EndpointView.of(
        endpoints.change(owner, id, e -> e.become(status, status + "_by_sender", now())));
  }

  @DeleteMapping("/{endpoint_id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "removeEndpoint",
      summary = "Remove an address; what waits for it is cancelled when due")
  void removeEndpoint(
      @PathVariable("external_id") String recipient, @PathVariable("endpoint_id") UUID id) {
    UUID owner = recipients.known(recipient).id();
    endpoints.change(owner, id, e -> e.remove(now()));
  }

  private static Status status(EndpointStatusRequest request) {
    return switch (request.status()) {
      case "verified" -> Status.verified;
      case "unverified" -> Status.unverified;
      case null -> throw ApiProblem.invalid("status", "required", "is required");
      default ->
          throw ApiProblem.invalid("status", "unknown_value", "must be verified or unverified");
    };
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
