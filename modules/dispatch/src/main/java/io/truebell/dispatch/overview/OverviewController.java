package io.truebell.dispatch.overview;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.explain.Sentences.Said;
import io.truebell.dispatch.intake.Facts;
import io.truebell.dispatch.overview.OverviewRows.Hour;
import io.truebell.dispatch.overview.OverviewRows.Steps;
import io.truebell.dispatch.overview.OverviewView.AttentionView;
import io.truebell.dispatch.overview.OverviewView.FirstStepsView;
import io.truebell.dispatch.overview.OverviewView.HeldView;
import io.truebell.dispatch.overview.OverviewView.OverviewHourView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Where the tenant stands at a glance. */
@RestController
@Tag(name = "Reports", description = "Counts and lists over many deliveries")
class OverviewController {
  private static final Duration USUAL = Duration.ofHours(24);
  private static final Duration FURTHEST = Duration.ofDays(31);
  private static final int MOST_GROUPS = 20;
  private static final Set<DeliveryState> ONCE_ACCEPTED =
      Set.of(DeliveryState.ACCEPTED, DeliveryState.DELIVERED, DeliveryState.UNDELIVERED);
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final OverviewRows rows;
  private final Sentences sentences;
  private final JsonMapper json;
  private final Clock clock;

  OverviewController(OverviewRows rows, Sentences sentences, JsonMapper json, Clock clock) {
    this.rows = rows;
    this.sentences = sentences;
    this.json = json;
    this.clock = clock;
  }

  @GetMapping("/v1/overview")
  @PreAuthorize("hasAuthority('SCOPE_notifications:read')")
  @Operation(
      operationId = "getOverview",
      summary = "What became of deliveries, what waits, and what wants attention",
      description =
          "Of deliveries that were made since from: 24 hours ago, or at most 31 days. What waits is"
              + " told whenever it was made. Sandbox deliveries count as all others do.")
  OverviewView overview(@RequestParam(required = false) @Nullable Instant from) {
    Instant now = clock.instant();
    Instant begin = from == null ? now.minus(USUAL) : from;
    if (begin.isBefore(now.minus(FURTHEST)) || begin.isAfter(now)) {
      throw ApiProblem.invalid("from", "out_of_range", "must be within the last 31 days");
    }
    List<Hour> byHour = rows.byHour(begin);
    Map<DeliveryState, Long> states = new EnumMap<>(DeliveryState.class);
    byHour.forEach(hour -> states.merge(hour.state(), hour.deliveries(), Long::sum));
    return new OverviewView(
        begin,
        now,
        states,
        hours(byHour),
        rows.backlog(now),
        held(now),
        attention(begin),
        firstSteps(states.keySet()));
  }

  private static List<OverviewHourView> hours(List<Hour> rows) {
    Map<Instant, Map<DeliveryState, Long>> hours = new TreeMap<>();
    for (Hour row : rows) {
      hours
          .computeIfAbsent(row.at(), at -> new EnumMap<>(DeliveryState.class))
          .put(row.state(), row.deliveries());
    }
    return hours.entrySet().stream()
        .map(hour -> new OverviewHourView(hour.getKey(), hour.getValue()))
        .toList();
  }

  private List<HeldView> held(Instant now) {
    return rows.held(now).stream()
        .map(
            h ->
                new HeldView(
                    h.reason(), said(h.reason(), h.numbers()), h.deliveries(), known(h.nextAt())))
        .toList();
  }

  /** Null for what is not due before somebody says so. */
  private static @Nullable Instant known(@Nullable Instant at) {
    return at == null || at.equals(Facts.HELD) ? null : at;
  }

  private List<AttentionView> attention(Instant from) {
    return rows.attention(from, MOST_GROUPS).stream()
        .map(
            t ->
                new AttentionView(
                    t.kind(),
                    t.reason(),
                    t.channel(),
                    said(t.reason(), t.numbers()),
                    t.deliveries(),
                    t.lastAt(),
                    t.message()))
        .toList();
  }

  private FirstStepsView firstSteps(Set<DeliveryState> seen) {
    Steps steps = rows.steps();
    boolean accepted =
        seen.stream().anyMatch(ONCE_ACCEPTED::contains) || (steps.message() && rows.everAccepted());
    return new FirstStepsView(
        steps.account(), steps.recipient(), steps.endpoint(), steps.message(), accepted);
  }

  private Said said(String reason, String numbers) {
    return sentences.say(reason, json.readValue(numbers, OBJECT));
  }
}
