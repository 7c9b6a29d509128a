package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.Grants.Registered;
import io.truebell.ledger.base.LedgerSettings;
import io.truebell.ledger.grants.AnswerRows.Stored;
import io.truebell.ledger.grants.AuthorisationRows.Held;
import io.truebell.ledger.grants.Voiding.Refusal;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Stores what a person answered, once for each question, and draws its conclusions. */
@Component
class RegisterAnswer {
  // what the database and people can write
  private static final Instant FIRST = Instant.EPOCH;

  private final AnswerRows answers;
  private final Books books;
  private final ObjectProvider<GrantListener> listeners;
  private final LedgerSettings settings;
  private final Ids ids;
  private final Clock clock;

  RegisterAnswer(
      AnswerRows answers,
      Books books,
      ObjectProvider<GrantListener> listeners,
      LedgerSettings settings,
      Ids ids,
      Clock clock) {
    this.answers = answers;
    this.books = books;
    this.listeners = listeners;
    this.settings = settings;
    this.ids = ids;
    this.clock = clock;
  }

  /** What an answer changes. */
  @Component
  record Books(AccountRows accounts, AuthorisationRows rows, Voiding voiding) {}

  /**
   * A checked answer.
   *
   * @param kind {@code one_time} or {@code long_term}
   */
  record Submission(
      Purpose purpose,
      String requestId,
      AnswerStatus status,
      String kind,
      Instant answeredAt,
      String source) {
    private boolean equalTo(Stored stored) {
      return stored.channel().equals(purpose.channel().value())
          && stored.template().equals(purpose.template())
          && stored.status().equals(status.word())
          && stored.kind().equals(kind);
    }
  }

  /**
   * Stores it; in the caller's transaction. Whatever is refused is refused before anything is
   * written.
   *
   * @throws ApiProblem 422 when it lies in the future or before these days, 409 when its request id
   *     was used for another answer
   */
  Registered register(Submission submission, Actor actor) {
    Instant now = clock.instant();
    if (submission.answeredAt().isAfter(now.plus(settings.clockTolerance()))) {
      throw ApiProblem.invalid("answered_at", "in_the_future", "must not be in the future");
    }
    if (submission.answeredAt().isBefore(FIRST)) {
      throw ApiProblem.invalid("answered_at", "out_of_range", "is no time of these days");
    }
    if (known(submission)) {
      return Registered.REPEATED;
    }
    Instant answered = submission.answeredAt().isAfter(now) ? now : submission.answeredAt();
    GrantAccount account = books.accounts().open(ids.next(), submission.purpose(), now);
    UUID id = ids.next();
    if (!answers.store(id, account.id(), submission, answered, actor.toString(), now)) {
      // the same one came in at the same time, and is committed by now
      known(submission);
      return Registered.REPEATED;
    }
    return switch (submission.status()) {
      case ACCEPT, ACCEPT_WITH_AUDIO, ACCEPT_WITH_ALERT ->
          grant(id, account, submission.kind(), answered, actor);
      case REJECT -> refuse(account, answered, actor);
      case BAN, FILTER -> Registered.NOTHING;
    };
  }

  /**
   * Whether it is stored already.
   *
   * @throws ApiProblem 409 when its request id was used for another answer
   */
  boolean known(Submission submission) {
    Optional<Stored> stored =
        answers.find(submission.purpose().recipient(), submission.requestId());
    if (stored.isPresent() && !submission.equalTo(stored.get())) {
      throw ApiProblem.conflict(
          "request_id_reused",
          "The request id " + submission.requestId() + " belongs to a different answer.");
    }
    return stored.isPresent();
  }

  /** One that the person refused after it was given is kept, and is void from its first moment. */
  private Registered grant(
      UUID id, GrantAccount account, String kind, Instant answered, Actor actor) {
    Instant now = clock.instant();
    Instant surely = answered.plus(settings.clockTolerance());
    boolean refusedSince = answers.refusedSince(account.id(), answered, surely);
    books.rows().bear(id, account.id(), kind, answered, actor, now);
    if (refusedSince) {
      Held born = new Held(id, account.id(), "available", null, 0, false);
      var ignored = books.rows().move(List.of(born.end("grant_refused_since")), actor, now);
      return Registered.NOTHING;
    }
    books.accounts().granted(account.id());
    listeners.orderedStream().forEach(listener -> listener.granted(account.purpose()));
    return Registered.GRANTED;
  }

  private Registered refuse(GrantAccount account, Instant answered, Actor actor) {
    books
        .voiding()
        .refuse(new Refusal(account.id(), answered, "grant_person_refused", null), actor);
    return Registered.REFUSED;
  }
}
