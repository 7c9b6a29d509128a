package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.ledger.grants.AuthorisationRows.Held;
import io.truebell.ledger.grants.AuthorisationRows.Note;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Ends what a refusal disproves, and what a person or the sender gives up. What is reserved ends
 * too: the call that is under way keeps nothing, and its outcome does not bring it back.
 *
 * <p>A refusal voids what was given at its time or before, whenever each of the two becomes known:
 * so the order in which they come makes no difference.
 */
@Component
class Voiding {
  private final AccountRows accounts;
  private final AuthorisationRows rows;
  private final ObjectProvider<GrantListener> listeners;
  private final Clock clock;

  Voiding(
      AccountRows accounts,
      AuthorisationRows rows,
      ObjectProvider<GrantListener> listeners,
      Clock clock) {
    this.accounts = accounts;
    this.rows = rows;
    this.listeners = listeners;
    this.clock = clock;
  }

  /**
   * Proof that the person does not want it, or that the provider has no authorisation left.
   *
   * @param at what was given later is not meant
   * @param reason a reason's code
   * @param delivery whose call or receipt proved it; null when none did
   */
  record Refusal(UUID account, Instant at, String reason, @Nullable UUID delivery) {}

  /**
   * Locks what answers in one transaction will touch, before the first of them is stored: every
   * account by its id, then what a refusal ends.
   *
   * @param refused what a refusal is among the answers for
   */
  void lock(Collection<Purpose> touched, Collection<Purpose> refused) {
    if (touched.isEmpty()) {
      return;
    }
    List<UUID> ending =
        accounts.lockPurposes(touched).stream()
            .filter(account -> refused.contains(account.purpose()))
            .map(GrantAccount::id)
            .toList();
    if (!ending.isEmpty()) {
      List<Held> ignored = rows.unused(ending, null);
    }
  }

  /** Draws the conclusions of a refusal; in the caller's transaction. */
  void refuse(Refusal refusal, Actor actor) {
    GrantAccount account = accounts.lock(List.of(refusal.account())).getFirst();
    end(rows.unused(List.of(account.id()), refusal.at()), refusal.reason(), actor);
    boolean stands = accounts.refused(account.id(), refusal.at());
    rows.note(
        List.of(new Note(account.id(), null, refusal.delivery(), null, refusal.reason())),
        actor,
        clock.instant());
    if (stands) {
      tell(account, refusal.reason());
    }
  }

  /**
   * Ends everything unused of accounts; says how many there were. Every account is locked before
   * anything in one of them is.
   */
  int all(Collection<UUID> ids, String why, Actor actor) {
    List<GrantAccount> locked = accounts.lock(ids);
    List<Held> unused = rows.unused(ids, null);
    end(unused, why, actor);
    Set<UUID> ended = unused.stream().map(Held::account).collect(Collectors.toSet());
    locked.stream()
        .filter(account -> ended.contains(account.id()))
        .forEach(account -> tell(account, why));
    return unused.size();
  }

  /** They are locked, and so all of them move. */
  private void end(List<Held> unused, String reason, Actor actor) {
    var ignored =
        rows.move(unused.stream().map(held -> held.end(reason)).toList(), actor, clock.instant());
  }

  private void tell(GrantAccount account, String why) {
    listeners.orderedStream().forEach(listener -> listener.voided(account.purpose(), why));
  }
}
