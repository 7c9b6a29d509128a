package io.truebell.plans.checkin;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.identity.Caller;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.Directory.Person;
import io.truebell.plans.checkin.CheckinRequest.Checked;
import io.truebell.plans.plan.Plan;
import io.truebell.plans.plan.Plans;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What a person did. */
@RestController
@Tag(name = "Plans")
@RequestMapping("/v1/recipients/{external_id}/plans/{key}/checkins")
@PreAuthorize("hasAuthority('SCOPE_plans')")
class CheckinController {
  private final RecordCheckin record;
  private final CheckinRows rows;
  private final Plans plans;

  CheckinController(RecordCheckin record, CheckinRows rows, Plans plans) {
    this.record = record;
    this.rows = rows;
    this.plans = plans;
  }

  @PostMapping
  @Operation(
      operationId = "checkIn",
      summary = "Record what the person did, once for each action id",
      description =
          "May come late, repeated and out of order. It is recorded whatever becomes of reminders."
              + " A client's clock is believed within bounds; beyond them the answer says so.")
  CheckinAnswerView checkIn(
      @PathVariable("external_id") String recipient,
      @PathVariable String key,
      @RequestBody CheckinRequest request,
      @AuthenticationPrincipal Caller caller) {
    Checked checked = request.check();
    Person person = plans.person(recipient);
    return record.record(person, plans.known(person, key), checked, caller.actor());
  }

  @GetMapping
  @Operation(operationId = "listCheckins", summary = "A plan's check-ins, newest first")
  Page<CheckinView> checkins(
      @PathVariable("external_id") String recipient,
      @PathVariable String key,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    Plan plan = plans.known(plans.person(recipient), key);
    int size = Cursor.limit(limit);
    return Page.of(
        rows.page(plan.id(), Cursor.read(cursor), size + 1),
        size,
        checkin -> Cursor.after(checkin.id()));
  }
}
