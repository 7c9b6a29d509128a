package io.truebell.dispatch.intake;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.gates.GateChain;
import io.truebell.dispatch.gates.GateChain.Ruling;
import io.truebell.dispatch.intake.IntakeRows.Material;
import io.truebell.dispatch.intake.IntakeRows.Person;
import io.truebell.dispatch.intake.Planner.NotPlanned;
import io.truebell.dispatch.intake.Planner.Plan;
import io.truebell.dispatch.intake.Planner.Way;
import io.truebell.dispatch.intake.RehearsalView.DeliveryForecast;
import io.truebell.dispatch.intake.RehearsalView.RecipientForecast;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The dry run: plans and gates decide as they would now, in a transaction that the database itself
 * keeps from writing.
 */
@Component
class Rehearsal {
  private final Planning planning;
  private final GateChain gates;
  private final Sentences sentences;
  private final TransactionTemplate readOnly;
  private final Clock clock;

  Rehearsal(
      Planning planning,
      GateChain gates,
      Sentences sentences,
      TransactionTemplate transaction,
      Clock clock) {
    this.planning = planning;
    this.gates = gates;
    this.sentences = sentences;
    this.readOnly =
        new TransactionTemplate(Objects.requireNonNull(transaction.getTransactionManager()));
    this.readOnly.setReadOnly(true);
    this.readOnly.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    this.clock = clock;
  }

  RehearsalView rehearse(NewNotification fact) {
    return Objects.requireNonNull(readOnly.execute(status -> decide(fact)));
  }

  private RehearsalView decide(NewNotification fact) {
    Instant now = clock.instant();
    Instant from =
        fact.notBefore() != null && fact.notBefore().isAfter(now) ? fact.notBefore() : now;
    Material material = planning.material(fact);
    Planner planner = Planning.planner(material, fact.channels());
    Map<String, UUID> recipients = new LinkedHashMap<>();
    Map<UUID, Plan> plans = new LinkedHashMap<>();
    for (String externalId : fact.recipients().keySet()) {
      Person person = Objects.requireNonNull(material.people().get(externalId));
      recipients.put(externalId, person.id());
      plans.put(person.id(), planner.plan(person.endpoints()));
    }
    Map<UUID, Way> ways = new LinkedHashMap<>();
    List<DueDelivery> due = new ArrayList<>();
    plans.forEach(
        (recipient, plan) ->
            plan.ways()
                .forEach(
                    way -> {
                      DueDelivery imagined = imagined(fact, recipient, way, now, from);
                      due.add(imagined);
                      ways.put(imagined.id().value(), way);
                    }));
    Map<UUID, List<DeliveryForecast>> forecasts = new LinkedHashMap<>();
    for (Ruling ruling : gates.rehearse(from, due, planning.payload(fact))) {
      Way way = Objects.requireNonNull(ways.get(ruling.delivery().id().value()));
      forecasts
          .computeIfAbsent(ruling.delivery().recipient().value(), r -> new ArrayList<>())
          .add(forecast(ruling, way, from));
    }
    List<RecipientForecast> views = new ArrayList<>();
    recipients.forEach(
        (externalId, id) ->
            views.add(
                view(fact, externalId, forecasts.getOrDefault(id, List.of()), plans.get(id))));
    return new RehearsalView(now, views);
  }

  private RecipientForecast view(
      NewNotification fact,
      String externalId,
      List<DeliveryForecast> forecasts,
      @Nullable Plan plan) {
    Plan made = Objects.requireNonNull(plan);
    Reason inboxOnly = made.ways().isEmpty() ? Planning.inboxOnly(fact.channels(), made) : null;
    return new RecipientForecast(
        externalId,
        true,
        forecasts,
        made.notPlanned().stream().map(this::notPlanned).toList(),
        inboxOnly == null ? null : inboxOnly.code(),
        inboxOnly == null ? null : sentences.say(inboxOnly.code(), inboxOnly.with()));
  }

  private RehearsalView.NotPlannedForecast notPlanned(NotPlanned note) {
    return new RehearsalView.NotPlannedForecast(
        note.channel().value(),
        note.reason().code(),
        sentences.say(note.reason().code(), note.reason().with()));
  }

  private DeliveryForecast forecast(Ruling ruling, Way way, Instant from) {
    return switch (ruling.verdict()) {
      case Verdict.Pass _ ->
          forecast(
              way,
              "would_be_sent",
              new Reason("gates_would_pass", ruling.numbers())
                  .with("gates", String.join(", ", ruling.passed())),
              from);
      case Verdict.Hold h ->
          forecast(way, "would_be_held", h.reason().with("until", h.until().toString()), h.until());
      case Verdict.Merge m -> forecast(way, "would_be_merged", m.reason(), from);
      case Verdict.Degrade d -> forecast(way, "would_be_left_to_the_inbox", d.reason(), from);
      case Verdict.Stop s ->
          forecast(
              way, "would_end_as_" + s.state().name().toLowerCase(Locale.ROOT), s.reason(), from);
    };
  }

  private DeliveryForecast forecast(Way way, String outcome, Reason reason, Instant at) {
    return new DeliveryForecast(
        way.account().channel().value(),
        way.account().name(),
        way.account().sandbox(),
        outcome,
        reason.code(),
        reason.with(),
        at,
        sentences.say(reason.code(), reason.with()));
  }

  private DueDelivery imagined(
      NewNotification fact, UUID recipient, Way way, Instant now, Instant from) {
    return new DueDelivery(
        new DeliveryId(planning.ids().next()),
        new NotificationId(planning.ids().next()),
        new RecipientId(recipient),
        way.account().channel(),
        new AccountId(way.account().id()),
        new EndpointId(way.endpoint().id()),
        fact.type(),
        fact.category(),
        fact.subject(),
        fact.urgent(),
        0,
        now,
        from,
        fact.expiresAt());
  }
}
