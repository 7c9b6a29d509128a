package io.truebell.calm.report;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.calm.policy.CalmPolicyDocument;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Tries a policy on the past. */
@RestController
@Tag(name = "Calm", description = "How much reaches a person, and at which hours")
@PreAuthorize("hasAuthority('SCOPE_policies')")
class SimulationController {
  private static final int USUAL_DAYS = 7;
  private static final int MOST_DAYS = 31;
  private static final int MOST_DELIVERIES = 200_000;
  // of no version: it is in force nowhere
  private static final int NO_VERSION = 0;

  private final Simulation simulation;

  SimulationController(Simulation simulation) {
    this.simulation = simulation;
  }

  /**
   * A policy to try.
   *
   * @param days how far back, 1 to 31; 7 without it
   */
  record SimulationRequest(
      @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable CalmPolicyDocument policy,
      @Nullable Integer days) {}

  @PostMapping("/v1/calm/policy/simulate")
  @Operation(
      operationId = "simulateCalmPolicy",
      summary = "What a policy would have made of the last days, next to what happened",
      description =
          "Replays the newest 200,000 deliveries of the last days through hours, daily caps and"
              + " rolling windows; changes nothing. It knows nothing of authorisations, quotas,"
              + " suppression, pacing and budgets, and begins with empty windows and days.")
  SimulationView simulate(@RequestBody SimulationRequest request) {
    List<FieldProblem> problems = new ArrayList<>();
    CalmPolicyDocument policy = request.policy();
    Integer days = request.days();
    if (policy == null) {
      problems.add(new FieldProblem("policy", "required", "is required"));
    } else {
      policy.check(problems, "policy.");
    }
    if (days != null && (days < 1 || days > MOST_DAYS)) {
      problems.add(new FieldProblem("days", "out_of_range", "must be from 1 to " + MOST_DAYS));
    }
    if (policy == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return simulation.run(
        policy.policy(NO_VERSION), days == null ? USUAL_DAYS : days, MOST_DELIVERIES);
  }
}
