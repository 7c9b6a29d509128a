package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.base.Chosen;
import io.truebell.ledger.grants.Allocation.Got;
import io.truebell.ledger.grants.AuthorisationRows.Held;
import io.truebell.ledger.grants.AuthorisationRows.Move;
import io.truebell.ledger.grants.AuthorisationRows.Note;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Writes down what claimed deliveries use, once the whole chain of gates has decided. */
@Component
class Reserving {
  private static final Actor ACTOR = new Actor("worker", "claim");

  private final AuthorisationRows rows;
  private final Clock clock;
  private final Chosen<Choice> chosen = new Chosen<>();

  Reserving(AuthorisationRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /** How a delivery uses an authorisation. */
  private enum Use {
    /** It reserves it. */
    ONCE,
    /** An earlier attempt reserved it and may have used it: it stays reserved. */
    KEPT,
    /** It is never used up. */
    LASTING
  }

  private record Choice(UUID authorisation, UUID account, Use use) {}

  /** What earlier attempts of these deliveries may have used is theirs for the next one. */
  Map<DeliveryId, Verdict> kept(Collection<DueDelivery> deliveries) {
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (Held held : reservedBy(deliveries)) {
      DeliveryId delivery = new DeliveryId(Objects.requireNonNull(held.delivery()));
      verdicts.put(
          delivery, new Verdict.Pass(Map.of("grant", held.id().toString(), "grant_kept", true)));
      chosen.put(delivery, new Choice(held.id(), held.account(), Use.KEPT));
    }
    return verdicts;
  }

  void choose(DeliveryId delivery, Got got) {
    if (got.authorisation() != null && got.account() != null) {
      Use use = got.lasting() ? Use.LASTING : Use.ONCE;
      chosen.put(delivery, new Choice(got.authorisation(), got.account(), use));
    }
  }

  void decided(List<DecidedDelivery> decided) {
    List<DueDelivery> ended = new ArrayList<>();
    List<DueDelivery> claimed = new ArrayList<>();
    for (DecidedDelivery one : decided) {
      (one.verdict() instanceof Verdict.Pass ? claimed : ended).add(one.delivery());
    }
    Map<DeliveryId, Choice> choices = chosen.all();
    if (!choices.isEmpty()) {
      write(claimed, choices);
    }
    giveUp(ended);
  }

  private void write(List<DueDelivery> claimed, Map<DeliveryId, Choice> choices) {
    List<Move> reserved = new ArrayList<>();
    List<Move> kept = new ArrayList<>();
    List<Note> notes = new ArrayList<>();
    for (DueDelivery delivery : claimed) {
      Choice choice = choices.get(delivery.id());
      if (choice == null) {
        continue;
      }
      Move move = reserve(delivery, choice);
      switch (choice.use()) {
        case ONCE -> reserved.add(move);
        case KEPT -> {
          kept.add(move);
          notes.add(note(move, choice, "grant_kept"));
        }
        case LASTING -> notes.add(note(move, choice, "grant_lasting_used"));
      }
    }
    if (rows.move(reserved, ACTOR, clock.instant()).size() < reserved.size()) {
      throw new IllegalStateException("an authorisation that was locked is not available any more");
    }
    rows.again(kept);
    rows.note(notes, ACTOR, clock.instant());
  }

  /** The claim's number is the next one of its delivery. */
  private static Move reserve(DueDelivery delivery, Choice choice) {
    return new Move(
        choice.authorisation(),
        Step.RESERVE,
        delivery.id().value(),
        delivery.attempts() + 1,
        "grant_reserved");
  }

  private static Note note(Move move, Choice choice, String reason) {
    return new Note(choice.account(), move.id(), move.delivery(), move.attempt(), reason);
  }

  /** A retry that a gate ended: its call may have used the authorisation, which so is void. */
  private void giveUp(List<DueDelivery> ended) {
    List<Move> moves =
        reservedBy(ended).stream().map(held -> held.end("grant_given_up_in_doubt")).toList();
    var ignored = rows.move(moves, ACTOR, clock.instant());
  }

  private List<Held> reservedBy(Collection<DueDelivery> deliveries) {
    List<UUID> retries =
        deliveries.stream().filter(d -> d.attempts() > 0).map(d -> d.id().value()).toList();
    return retries.isEmpty() ? List.of() : rows.ofDeliveries(retries);
  }
}
