package io.truebell.sandbox;

import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator;
import io.truebell.core.spi.ProviderSimulator.Act;
import io.truebell.core.spi.ProviderSimulator.Answer;
import io.truebell.core.spi.ProviderSimulator.Caller;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.spi.SimulatedReport;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides what the provider does with a call, and records that. In the tenant's scope. */
@Component
class Simulation {
  /**
   * What is to be played.
   *
   * @param magic null when the request was for none of the magic addresses
   * @param answer empty when the connection breaks
   * @param reports in the provider's own protocol; empty when the sandbox reports in its own
   */
  record Scene(
      @Nullable Magic magic, Optional<Answer> answer, Optional<List<SimulatedReport>> reports) {}

  private final Simulators simulators;
  private final SandboxCallRows rows;
  private final Ids ids;
  private final Clock clock;

  Simulation(Simulators simulators, SandboxCallRows rows, Ids ids, Clock clock) {
    this.simulators = simulators;
    this.rows = rows;
    this.ids = ids;
    this.clock = clock;
  }

  Scene stage(Ticket ticket, Request request) {
    ProviderSimulator provider = simulators.of(ticket.channel()).orElseThrow();
    Caller caller =
        new Caller(ticket.account(), ticket.delivery(), rows.countFor(ticket.delivery().value()));
    Scene scene = scene(provider, request, caller);
    rows.insert(
        new SandboxCall(
            ids.next(),
            clock.instant(),
            ticket.account().value(),
            ticket.delivery().value(),
            ticket.channel().value(),
            scene.magic() == null ? null : scene.magic().word(),
            caller.earlier() + 1,
            note(scene)));
    return scene;
  }

  private static Scene scene(ProviderSimulator provider, Request request, Caller caller) {
    Magic magic = provider.addressed(request).orElse(null);
    if (magic == null) {
      return new Scene(null, provider.aside(request, caller), Optional.empty());
    }
    Act act = provider.act(magic, request, caller);
    return new Scene(magic, act.answer(), act.reports());
  }

  private static String note(Scene scene) {
    String status = scene.answer().map(a -> "status " + a.status()).orElse("no answer");
    Magic magic = scene.magic();
    if (magic == null) {
      return scene.answer().isPresent()
          ? status + ", for no address"
          : "not a magic address: nothing was simulated";
    }
    return scene
        .reports()
        .map(reports -> answered(magic, status) + reported(reports.size()))
        .orElseGet(() -> note(magic, status));
  }

  private static String reported(int reports) {
    return reports == 0 ? "" : ", and a report in its own protocol";
  }

  /** Where the sandbox reports in the provider's place. */
  private static String note(Magic magic, String status) {
    return switch (magic) {
      case RECEIPT_DELIVERED -> status + ", then a receipt: delivered";
      case RECEIPT_UNDELIVERED -> status + ", then a receipt: not delivered";
      case RECEIPT_GONE -> status + ", then a receipt: the address is gone";
      case RECEIPT_FIRST -> "a receipt: delivered, then " + status;
      case RECEIPT_REPEATED -> status + ", then the same receipt fifty times: delivered";
      case RECEIPTS_DISORDERED -> status + ", then receipts: delivered, sent, queued";
      case RECEIPT_NEVER -> status + ", and never a receipt";
      case ACCEPTED,
          REJECTED,
          NOT_FOUND,
          GONE,
          COOLDOWN,
          TRANSIENT_THEN_ACCEPTED,
          ERROR,
          GARBAGE,
          TIMEOUT,
          RESET,
          HALF,
          SLOW,
          HUGE ->
          answered(magic, status);
    };
  }

  private static String answered(Magic magic, String status) {
    return switch (magic) {
      case TIMEOUT -> "kept silent";
      case RESET -> "broke the connection";
      case HALF -> "broke off in the middle of " + status;
      case SLOW -> status + ", slowly";
      case HUGE -> "an endless answer";
      case ACCEPTED,
          REJECTED,
          NOT_FOUND,
          GONE,
          COOLDOWN,
          TRANSIENT_THEN_ACCEPTED,
          ERROR,
          GARBAGE,
          RECEIPT_DELIVERED,
          RECEIPT_UNDELIVERED,
          RECEIPT_GONE,
          RECEIPT_FIRST,
          RECEIPT_REPEATED,
          RECEIPTS_DISORDERED,
          RECEIPT_NEVER ->
          status;
    };
  }
}
