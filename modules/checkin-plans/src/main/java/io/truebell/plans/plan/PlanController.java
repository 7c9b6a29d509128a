package io.truebell.plans.plan;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Directory.Person;
import io.truebell.plans.plan.PlanView.ReasonView;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.stereotype.Component;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** A person's plans. */
@RestController
@Tag(name = "Plans", description = "Check-in reminders: authorise, remind, check in, authorise")
@RequestMapping("/v1/recipients/{external_id}/plans")
@PreAuthorize("hasAuthority('SCOPE_plans')")
class PlanController {
  private final PlanRows rows;
  private final Plans plans;
  private final DefinePlan define;
  private final TurnPlan turn;
  private final Authorisations authorisations;
  private final Pages pages;

  PlanController(
      PlanRows rows,
      Plans plans,
      DefinePlan define,
      TurnPlan turn,
      Authorisations authorisations,
      Pages pages) {
    this.rows = rows;
    this.plans = plans;
    this.define = define;
    this.turn = turn;
    this.authorisations = authorisations;
    this.pages = pages;
  }

  /** Who draws. */
  @Component
  record Pages(ShowPlan show, Spoken spoken) {}

  /** The person's answer to the client's question, if it asked one. */
  record EnableRequest(@Nullable ConsentRequest grant) {}

  /**
   * What came of it.
   *
   * @param grantResult what became of the authorisation: "granted", "repeated", "refused",
   *     "nothing", "not_needed" or "no_ledger"; null when none came along
   */
  record EnabledPlanView(PlanView plan, @Nullable String grantResult) {}

  /**
   * One thing that moved a plan.
   *
   * @param number grows by one with each
   * @param from null for the first
   * @param nextAt when to remind next, as it was then
   * @param notification the reminder that it is about
   */
  record PlanHistoryView(
      int number,
      Instant at,
      @Nullable String from,
      String to,
      String cause,
      ReasonView reason,
      @Nullable OffsetDateTime nextAt,
      @Nullable UUID notification,
      String actor) {}

  @PutMapping("/{key}")
  @Operation(
      operationId = "putPlan",
      summary = "Make a plan, turned off, or change it",
      description = "A reminder that is queued already goes out as it is.")
  ResponseEntity<PlanView> putPlan(
      @PathVariable("external_id") String recipient,
      @PathVariable String key,
      @RequestBody PlanRequest request,
      @AuthenticationPrincipal Caller caller) {
    PlanWish wish = request.check(key, authorisations::knows);
    Person person = plans.person(recipient);
    DefinePlan.Defined defined = define.define(person, key, wish, caller.actor());
    return ResponseEntity.status(defined.created() ? HttpStatus.CREATED : HttpStatus.OK)
        .body(pages.show().of(defined.plan(), person));
  }

  @GetMapping
  @Operation(operationId = "listPlans", summary = "A person's plans, by key")
  Page<PlanView> plans(@PathVariable("external_id") String recipient) {
    Person person = plans.person(recipient);
    return new Page<>(
        rows.list(person.id()).stream().map(plan -> pages.show().of(plan, person)).toList(), null);
  }

  @GetMapping("/{key}")
  @Operation(operationId = "getPlan", summary = "A plan, with what follows from it now")
  PlanView plan(@PathVariable("external_id") String recipient, @PathVariable String key) {
    Person person = plans.person(recipient);
    return pages.show().of(plans.known(person, key), person);
  }

  @PostMapping("/{key}:enable")
  @Operation(
      operationId = "enablePlan",
      summary = "Turn a plan on, with an authorisation if its channel needs one",
      description =
          "Refused with 409 when no authorisation is left for its first reminder. One that came"
              + " along is kept all the same.")
  EnabledPlanView enablePlan(
      @PathVariable("external_id") String recipient,
      @PathVariable String key,
      @RequestBody(required = false) @Nullable EnableRequest request,
      @AuthenticationPrincipal Caller caller) {
    List<FieldProblem> problems = new ArrayList<>();
    ConsentRequest grant = request == null ? null : request.grant();
    Authorisations.Told told = grant == null ? null : grant.check(problems);
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    Person person = plans.person(recipient);
    GrantResult result = turn.enable(person, key, told, caller.actor());
    return new EnabledPlanView(
        pages.show().of(plans.known(person, key), person), result == null ? null : result.word());
  }

  @PostMapping("/{key}:disable")
  @Operation(
      operationId = "disablePlan",
      summary = "Turn a plan off: unused authorisations are void at once",
      description = "All those of its template, and a reminder that is queued is withdrawn.")
  PlanView disablePlan(
      @PathVariable("external_id") String recipient,
      @PathVariable String key,
      @AuthenticationPrincipal Caller caller) {
    Person person = plans.person(recipient);
    turn.disable(person, key, caller.actor());
    return pages.show().of(plans.known(person, key), person);
  }

  @DeleteMapping("/{key}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Operation(operationId = "removePlan", summary = "Turn a plan off for good")
  void removePlan(
      @PathVariable("external_id") String recipient,
      @PathVariable String key,
      @AuthenticationPrincipal Caller caller) {
    turn.remove(plans.person(recipient), key, caller.actor());
  }

  @GetMapping("/{key}/history")
  @Operation(operationId = "getPlanHistory", summary = "All that moved a plan, newest first")
  Page<PlanHistoryView> planHistory(
      @PathVariable("external_id") String recipient,
      @PathVariable String key,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    Person person = plans.person(recipient);
    Plan plan = plans.known(person, key);
    int size = Cursor.limit(limit);
    long before = cursor == null ? Long.MAX_VALUE : Cursor.read(cursor).getLeastSignificantBits();
    return Page.of(
            rows.history(plan.id(), before, size + 1),
            size,
            entry -> Cursor.after(new UUID(0, entry.number())))
        .map(entry -> view(entry, person));
  }

  private PlanHistoryView view(PlanRows.Entry entry, Person person) {
    return new PlanHistoryView(
        entry.number(),
        entry.at(),
        entry.from() == null ? null : entry.from().word(),
        entry.to().word(),
        entry.cause(),
        pages.spoken().say(entry.reason()),
        entry.nextAt() == null ? null : OffsetDateTime.ofInstant(entry.nextAt(), person.zone()),
        entry.notification(),
        entry.actor());
  }
}
