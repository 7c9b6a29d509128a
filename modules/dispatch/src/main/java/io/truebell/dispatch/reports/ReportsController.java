package io.truebell.dispatch.reports;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.dispatch.reports.ReportRows.Contradicted;
import io.truebell.dispatch.reports.ReportRows.Told;
import io.truebell.dispatch.reports.SilentFailuresView.CountsView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What third parties did not say, and where what they said does not fit. */
@RestController
@Tag(name = "Reports", description = "Counts and lists over many deliveries")
@PreAuthorize("hasAuthority('SCOPE_notifications:read')")
class ReportsController {
  private static final Duration USUAL = Duration.ofDays(7);

  private final ReportRows rows;
  private final Clock clock;

  ReportsController(ReportRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  @GetMapping("/v1/reports/silent-failures")
  @Operation(
      operationId = "getSilentFailures",
      summary = "What was accepted and then not confirmed, by account and notification type")
  SilentFailuresView silentFailures(
      @RequestParam(name = "from", required = false) @Nullable Instant from,
      @RequestParam(name = "to", required = false) @Nullable Instant to) {
    Instant end = Objects.requireNonNullElse(to, clock.instant());
    Instant begin = from == null ? end.minus(USUAL) : from;
    if (!begin.isBefore(end)) {
      throw ApiProblem.invalid("from", "out_of_range", "must be before to");
    }
    return new SilentFailuresView(
        begin, end, CountsView.of(rows.total(begin, end)), rows.groups(begin, end));
  }

  @GetMapping("/v1/receipts/disagreements")
  @Operation(
      operationId = "listDisagreements",
      summary = "Deliveries whose receipts contradict them or each other, newest first")
  Page<DisagreementView> disagreements(
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    int size = Cursor.limit(limit);
    List<Contradicted> found = rows.contradicted(Cursor.read(cursor), size + 1);
    Map<UUID, List<Told>> told =
        rows.receipts(found.stream().map(Contradicted::id).toList()).stream()
            .collect(Collectors.groupingBy(Told::delivery));
    return Page.of(found, size, row -> Cursor.after(row.id()))
        .map(row -> view(row, told.getOrDefault(row.id(), List.of())));
  }

  private static DisagreementView view(Contradicted row, List<Told> told) {
    return new DisagreementView(
        row.id(),
        row.state(),
        row.reason(),
        row.channel(),
        row.account(),
        row.since(),
        told.stream().map(Told::receipt).toList());
  }
}
