package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.ledger.grants.AuthorisationRows.Held;
import io.truebell.ledger.grants.AuthorisationRows.Move;
import io.truebell.ledger.grants.AuthorisationRows.Note;
import io.truebell.ledger.grants.ClaimedGrantRows.Sent;
import io.truebell.ledger.grants.Voiding.Refusal;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Books what became of reserved authorisations. Everything that it will touch is locked first, in
 * one order, so that two batches never wait for each other in a circle.
 */
@Component
class Settling {
  private static final Actor ACTOR = new Actor("worker", "settle");
  private static final String LATE = "grant_accepted_late";
  private static final String PROVED = "grant_provider_refused";

  private final AccountRows accounts;
  private final AuthorisationRows rows;
  private final ClaimedGrantRows claims;
  private final Voiding voiding;
  private final Clock clock;

  Settling(
      AccountRows accounts,
      AuthorisationRows rows,
      ClaimedGrantRows claims,
      Voiding voiding,
      Clock clock) {
    this.accounts = accounts;
    this.rows = rows;
    this.claims = claims;
    this.voiding = voiding;
    this.clock = clock;
  }

  void settle(List<SettledDelivery> settled) {
    List<Sent> refused = refused(settled);
    List<UUID> refusing = refused.stream().map(Sent::account).distinct().toList();
    if (!refusing.isEmpty()) {
      List<GrantAccount> ignored = accounts.lock(refusing);
    }
    book(settled, refusing);
    for (Sent sent : refused) {
      voiding.refuse(new Refusal(sent.account(), sent.at(), PROVED, sent.delivery()), ACTOR);
    }
  }

  private void book(List<SettledDelivery> settled, List<UUID> refusing) {
    Map<UUID, SettledDelivery> told = new HashMap<>();
    settled.forEach(s -> told.put(s.delivery().value(), s));
    Map<UUID, Sent> released = released(settled);
    Booking booking = new Booking();
    for (Held held : rows.toSettle(told.keySet(), refusing, released.keySet())) {
      SettledDelivery its = held.delivery() == null ? null : told.get(held.delivery());
      Sent before = released.get(held.id());
      if (its != null && (its.attempt() == held.attempt() || Fate.byReceipt(its))) {
        booking.add(held, its);
      } else if (its == null && before != null) {
        booking.takeBack(held, before);
      }
    }
    booking.write();
  }

  /** The claims whose answer was that no authorisation is left; each is heard once. */
  private List<Sent> refused(List<SettledDelivery> settled) {
    List<UUID> deliveries =
        settled.stream().filter(Fate::refused).map(s -> s.delivery().value()).toList();
    return deliveries.isEmpty()
        ? List.of()
        : claims.sent(deliveries).stream()
            .filter(sent -> !claims.noted(sent.delivery(), PROVED))
            .sorted(Comparator.comparing(Sent::account))
            .toList();
  }

  /**
   * By authorisation: what claims had reserved whose outcome seemed to prove that nothing was used,
   * until a receipt proved the contrary.
   */
  private Map<UUID, Sent> released(List<SettledDelivery> settled) {
    List<UUID> taken =
        settled.stream().filter(Fate::takenByReceipt).map(s -> s.delivery().value()).toList();
    Map<UUID, Sent> released = new HashMap<>();
    if (!taken.isEmpty()) {
      for (Sent sent : claims.sent(taken)) {
        if (sent.reserved() != null) {
          released.put(sent.reserved(), sent);
        }
      }
    }
    return released;
  }

  /** What is to be written of one batch. */
  private final class Booking {
    private final List<Move> back = new ArrayList<>();
    private final List<Move> moves = new ArrayList<>();
    private final List<UUID> doubted = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();

    void add(Held held, SettledDelivery its) {
      Fate fate = Fate.of(its);
      if (!held.reserved()) {
        late(held, its);
        return;
      }
      Move move = move(held, its, fate);
      if (move != null) {
        moves.add(move);
      } else if (!held.inDoubt()) {
        doubted.add(held.id());
        notes.add(note(held, fate.reason()));
      }
    }

    /** It is used up after all, by the claim that had reserved it. */
    void takeBack(Held held, Sent sent) {
      String reason = "grant_receipt_taken";
      back.add(new Move(held.id(), Step.RESERVE, sent.delivery(), sent.attempt(), reason));
      moves.add(new Move(held.id(), Step.CONSUME, sent.delivery(), sent.attempt(), reason));
    }

    private @Nullable Move move(Held held, SettledDelivery its, Fate fate) {
      return switch (fate.kind()) {
        case USED -> held.move(Step.CONSUME, fate.reason());
        case GONE -> held.move(Step.VOID_RESERVED, fate.reason());
        case IN_DOUBT -> null;
        case UNUSED -> {
          if (!held.inDoubt()) {
            yield held.move(Step.RELEASE, fate.reason());
          }
          // an earlier call may have used it: it waits for the retry, or ends
          yield its.state() == DeliveryState.QUEUED
              ? null
              : held.move(Step.VOID_RESERVED, "grant_given_up_in_doubt");
        }
      };
    }

    /** Void is final, whatever comes later; but it is remembered that it came. */
    private void late(Held held, SettledDelivery its) {
      boolean taken =
          its.state() == DeliveryState.ACCEPTED || its.state() == DeliveryState.DELIVERED;
      if (taken && !claims.noted(its.delivery().value(), LATE)) {
        notes.add(note(held, LATE));
      }
    }

    private Note note(Held held, String reason) {
      return new Note(held.account(), held.id(), held.delivery(), held.attempt(), reason);
    }

    void write() {
      if (rows.move(back, ACTOR, clock.instant()).size() < back.size()) {
        throw new IllegalStateException(
            "an authorisation that was locked is not available any more");
      }
      var ignored = rows.move(moves, ACTOR, clock.instant());
      rows.doubt(doubted);
      rows.note(notes, ACTOR, clock.instant());
    }
  }
}
