package io.truebell.sandbox;

import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator;
import io.truebell.core.spi.ProviderSimulator.Answer;
import io.truebell.core.spi.ProviderSimulator.Request;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides what the provider does with a call, and records that. In the tenant's scope. */
@Component
class Simulation {
  /**
   * What is to be played.
   *
   * @param magic null when the address was none of the magic ones
   * @param answer empty when the connection breaks
   */
  record Scene(@Nullable Magic magic, Optional<Answer> answer) {}

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
    int earlier = rows.countFor(ticket.delivery().value());
    ProviderSimulator provider = simulators.of(ticket.channel()).orElseThrow();
    Magic magic = provider.addressed(request).orElse(null);
    Optional<Answer> answer =
        magic == null ? Optional.empty() : provider.answer(magic, request, earlier);
    rows.insert(
        new SandboxCall(
            ids.next(),
            clock.instant(),
            ticket.account().value(),
            ticket.delivery().value(),
            ticket.channel().value(),
            magic == null ? null : magic.word(),
            earlier + 1,
            note(magic, answer)));
    return new Scene(magic, answer);
  }

  private static String note(@Nullable Magic magic, Optional<Answer> answer) {
    if (magic == null) {
      return "not a magic address: nothing was simulated";
    }
    String status = answer.map(a -> "status " + a.status()).orElse("no answer");
    return switch (magic) {
      case TIMEOUT -> "kept silent";
      case RESET -> "broke the connection";
      case HALF -> "broke off in the middle of " + status;
      case SLOW -> status + ", slowly";
      case HUGE -> "an endless answer";
      case RECEIPT_DELIVERED -> status + ", then a receipt: delivered";
      case RECEIPT_UNDELIVERED -> status + ", then a receipt: not delivered";
      case RECEIPT_GONE -> status + ", then a receipt: the address is gone";
      case RECEIPT_FIRST -> "a receipt: delivered, then " + status;
      case RECEIPT_REPEATED -> status + ", then the same receipt fifty times: delivered";
      case RECEIPTS_DISORDERED -> status + ", then receipts: delivered, sent, queued";
      case RECEIPT_NEVER -> status + ", and never a receipt";
      case ACCEPTED, REJECTED, NOT_FOUND, GONE, COOLDOWN, TRANSIENT_THEN_ACCEPTED, ERROR, GARBAGE ->
          status;
    };
  }
}
