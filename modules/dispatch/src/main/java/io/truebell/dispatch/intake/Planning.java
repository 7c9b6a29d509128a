package io.truebell.dispatch.intake;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.intake.IntakeRows.Material;
import io.truebell.dispatch.intake.IntakeRows.Person;
import io.truebell.dispatch.intake.Planner.Plan;
import io.truebell.dispatch.intake.Planner.Way;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads what plans need and makes them; used by intake and by the dry run alike. */
@Component
class Planning {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final IntakeRows rows;
  private final NotificationChecks checks;
  private final Ids ids;
  private final JsonMapper json;

  Planning(IntakeRows rows, NotificationChecks checks, Ids ids, JsonMapper json) {
    this.checks = checks;
    this.rows = rows;
    this.ids = ids;
    this.json = json;
  }

  Ids ids() {
    return ids;
  }

  /** What it says. */
  Map<String, Object> payload(NewNotification fact) {
    return json.readValue(fact.payload(), OBJECT);
  }

  /**
   * What the plans of something are made of that may be accepted now.
   *
   * @throws ApiProblem 422 that names each unknown recipient, or a time that does not fit
   */
  Material material(NewNotification fact) {
    checks.checkTimes(fact);
    Material material = rows.material(fact.recipients().keySet(), fact.type(), null);
    List<FieldProblem> problems = new ArrayList<>();
    for (String externalId : fact.recipients().keySet()) {
      if (!material.people().containsKey(externalId) && problems.size() < 20) {
        problems.add(
            new FieldProblem(
                "recipients", "unknown_recipient", "there is no recipient \"" + externalId + "\""));
      }
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return material;
  }

  static Planner planner(Material material, @Nullable List<ChannelKey> wanted) {
    return new Planner(
        material.accounts(), wanted, material.route(), TenantScope.current().sandboxAllowed());
  }

  /**
   * Plans for those named, in their order.
   *
   * @param times external ids, with how often each was named; all are among the material's people
   */
  Drafts drafts(Material material, Map<String, Integer> times, Wish wish) {
    Planner planner = planner(material, wish.channels());
    Drafts drafts = new Drafts(ids);
    times.forEach(
        (externalId, named) -> {
          Person person = Objects.requireNonNull(material.people().get(externalId));
          Plan plan = planner.plan(person.endpoints());
          drafts.add(externalId, person, plan, notes(plan), wish.reasons(named));
        });
    return drafts;
  }

  /** What was looked at and not used, as it is kept with the message. */
  private String notes(Plan plan) {
    if (plan.notPlanned().isEmpty()) {
      return "[]";
    }
    return json.writeValueAsString(
        plan.notPlanned().stream()
            .map(n -> Map.of("channel", n.channel().value(), "reason", n.reason().code()))
            .toList());
  }

  /**
   * What a notification asks of its plans.
   *
   * @param channels null for every channel
   * @param askedNotBefore as the sender gave it
   * @param held whether its deliveries wait until the list of recipients is complete
   */
  record Wish(@Nullable List<ChannelKey> channels, @Nullable Instant askedNotBefore, boolean held) {
    static Wish of(NewNotification fact) {
      return new Wish(fact.channels(), fact.notBefore(), false);
    }

    Drafts.Reasons reasons(int named) {
      return new Drafts.Reasons() {
        @Override
        public Reason planned(Way way) {
          Reason reason =
              Reason.of(held ? "planned_held" : "planned")
                  .with("channel", way.account().channel().value())
                  .with("account", way.account().name());
          if (named > 1) {
            reason = reason.with("named_times", named);
          }
          return askedNotBefore == null
              ? reason
              : reason.with("asked_not_before", askedNotBefore.toString());
        }

        @Override
        public Reason inboxOnly(Plan plan) {
          return Planning.inboxOnly(channels, plan);
        }
      };
    }
  }

  static Reason inboxOnly(@Nullable List<ChannelKey> wanted, Plan plan) {
    if (wanted != null && wanted.isEmpty()) {
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
