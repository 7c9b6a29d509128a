package io.truebell.dispatch.intake;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.intake.Planner.Endpoint;
import io.truebell.dispatch.intake.Planner.Plan;
import io.truebell.dispatch.intake.Planner.Way;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads what a plan needs and makes it; used by intake and by the dry run alike. */
@Component
class Planning {
  private final IntakeRows rows;
  private final PlannedRows deliveries;
  private final NotificationChecks checks;
  private final Ids ids;
  private final JsonMapper json;

  Planning(
      IntakeRows rows,
      PlannedRows deliveries,
      NotificationChecks checks,
      Ids ids,
      JsonMapper json) {
    this.checks = checks;
    this.rows = rows;
    this.deliveries = deliveries;
    this.ids = ids;
    this.json = json;
  }

  Ids ids() {
    return ids;
  }

  PlannedRows deliveries() {
    return deliveries;
  }

  /**
   * Ids of the recipients of something that may be accepted now.
   *
   * @throws ApiProblem 422 that names each unknown recipient, or a time that does not fit
   */
  Map<String, UUID> recipients(NewNotification fact) {
    checks.checkTimes(fact);
    Set<String> externalIds = fact.recipients().keySet();
    Map<String, UUID> found = rows.recipients(externalIds);
    List<FieldProblem> problems = new ArrayList<>();
    for (String externalId : externalIds) {
      if (!found.containsKey(externalId) && problems.size() < 20) {
        problems.add(
            new FieldProblem(
                "recipients", "unknown_recipient", "there is no recipient \"" + externalId + "\""));
      }
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return found;
  }

  /** A plan for each recipient. */
  Map<UUID, Plan> plans(Collection<UUID> recipients, @Nullable List<ChannelKey> wanted) {
    Planner planner = new Planner(rows.accounts(), wanted, TenantScope.current().sandboxAllowed());
    Map<UUID, List<Endpoint>> endpoints = rows.endpoints(recipients);
    Map<UUID, Plan> plans = new HashMap<>();
    recipients.forEach(r -> plans.put(r, planner.plan(endpoints.getOrDefault(r, List.of()))));
    return plans;
  }

  /** What was looked at and not used, as it is kept with the message. */
  String notes(Plan plan) {
    return json.writeValueAsString(
        plan.notPlanned().stream()
            .map(n -> Map.of("channel", n.channel().value(), "reason", n.reason().code()))
            .toList());
  }

  static Reason reason(NewNotification fact, Way way, int times) {
    Reason reason =
        Reason.of("planned")
            .with("channel", way.account().channel().value())
            .with("account", way.account().name());
    if (times > 1) {
      reason = reason.with("named_times", times);
    }
    return fact.notBefore() == null
        ? reason
        : reason.with("asked_not_before", fact.notBefore().toString());
  }

  static Reason inboxOnly(NewNotification fact, Plan plan) {
    if (fact.channels() != null && fact.channels().isEmpty()) {
      return Reason.of("no_channel_asked");
    }
    if (plan.notPlanned().isEmpty()) {
      return Reason.of("no_channel_configured");
    }
    String looked =
        plan.notPlanned().stream()
            .map(n -> n.channel().value() + ": " + n.reason().code())
            .distinct()
            .collect(Collectors.joining("; "));
    return Reason.of("no_usable_channel").with("looked_at", looked);
  }
}
