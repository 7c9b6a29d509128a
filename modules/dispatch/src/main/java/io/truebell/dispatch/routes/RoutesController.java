package io.truebell.dispatch.routes;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.dispatch.routes.Route.Mode;
import io.truebell.dispatch.routes.RouteRows.Stored;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.HttpStatus;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Routes by notification type. */
@RestController
@Tag(name = "Routes", description = "Through which channels each notification type goes")
@RequestMapping("/v1/routes")
@PreAuthorize("hasAuthority('SCOPE_channels')")
class RoutesController {
  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_.-]{0,79}");
  private static final int MOST_CHANNELS = 20;

  private final RouteRows rows;
  private final ObjectProvider<ChannelAdapter> channels;
  private final Clock clock;

  RoutesController(RouteRows rows, ObjectProvider<ChannelAdapter> channels, Clock clock) {
    this.rows = rows;
    this.channels = channels;
    this.clock = clock;
  }

  /**
   * A route to be.
   *
   * @param channels keys of channels in the order of preference, 1 to 20, each once
   * @param mode {@code all} of them, or the {@code first} that can; all when missing
   * @param acceptDuplicates whether an unknown outcome is followed by the next channel; no when
   *     missing, and only with {@code first}
   */
  record RouteRequest(
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED)
          @Nullable List<@Nullable String> channels,
      @Schema(allowableValues = {"all", "first"}) @Nullable String mode,
      @Nullable Boolean acceptDuplicates) {}

  /** A route as it is. */
  record RouteView(
      String type,
      List<String> channels,
      String mode,
      boolean acceptDuplicates,
      int version,
      Instant updatedAt,
      String updatedBy) {
    static RouteView of(Stored stored) {
      Route route = stored.route();
      return new RouteView(
          stored.type(),
          route.channels().stream().map(ChannelKey::value).toList(),
          route.mode().word(),
          route.acceptDuplicates(),
          route.version(),
          stored.updatedAt(),
          stored.updatedBy());
    }
  }

  @GetMapping
  @Operation(operationId = "listRoutes", summary = "Every route, by type")
  Page<RouteView> routes() {
    return new Page<>(rows.all().stream().map(RouteView::of).toList(), null);
  }

  @GetMapping("/{type}")
  @Operation(operationId = "getRoute", summary = "A type's route")
  RouteView route(@PathVariable String type) {
    return RouteView.of(rows.find(type).orElseThrow(() -> ApiProblem.notFound("route")));
  }

  @PutMapping("/{type}")
  @Operation(
      operationId = "putRoute",
      summary = "Say how a type goes; a notification that names channels itself ignores it")
  RouteView put(
      @AuthenticationPrincipal Caller caller,
      @PathVariable String type,
      @RequestBody RouteRequest request) {
    rows.put(type, checked(type, request), clock.instant(), caller.actor().toString());
    return route(type);
  }

  @DeleteMapping("/{type}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(
      operationId = "deleteRoute",
      summary = "Let a type go through every channel again; what is on its way stays there")
  void delete(@PathVariable String type) {
    if (!rows.delete(type)) {
      throw ApiProblem.notFound("route");
    }
  }

  private Route checked(String type, RouteRequest request) {
    List<FieldProblem> problems = new ArrayList<>();
    if (!TYPE.matcher(type).matches()) {
      problems.add(
          new FieldProblem(
              "type",
              "invalid_form",
              "must be 1 to 80 of a-z, 0-9, '.', '_', '-', beginning with a letter"));
    }
    List<ChannelKey> order = order(request.channels(), problems);
    Mode mode = mode(request.mode(), problems);
    boolean duplicates = Boolean.TRUE.equals(request.acceptDuplicates());
    if (duplicates && mode == Mode.ALL) {
      problems.add(
          new FieldProblem(
              "accept_duplicates", "not_applicable", "means something with mode first alone"));
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Route(order, mode, duplicates, 1);
  }

  private List<ChannelKey> order(
      @Nullable List<@Nullable String> wanted, List<FieldProblem> problems) {
    if (wanted == null || wanted.isEmpty() || wanted.size() > MOST_CHANNELS) {
      problems.add(
          new FieldProblem(
              "channels", wanted == null ? "required" : "invalid_count", "must be 1 to 20"));
      return List.of();
    }
    Set<String> known =
        channels.stream()
            .map(adapter -> adapter.descriptor().key().value())
            .collect(Collectors.toSet());
    Set<String> order = new LinkedHashSet<>();
    for (int i = 0; i < wanted.size(); i++) {
      String channel = wanted.get(i);
      String field = "channels[" + i + "]";
      if (channel == null || !known.contains(channel)) {
        problems.add(new FieldProblem(field, "unknown_channel", "there is no such channel"));
      } else if (!order.add(channel)) {
        problems.add(new FieldProblem(field, "repeated", "is named before"));
      }
    }
    return order.stream().map(ChannelKey::new).toList();
  }

  private static Mode mode(@Nullable String wanted, List<FieldProblem> problems) {
    return switch (wanted) {
      case null -> Mode.ALL;
      case "all" -> Mode.ALL;
      case "first" -> Mode.FIRST;
      case String other -> {
        problems.add(new FieldProblem("mode", "unknown", "must be all or first"));
        yield Mode.ALL;
      }
    };
  }
}
