package io.truebell.dispatch.intake;

import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.intake.IntakeRows.First;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Finds what an idempotency key was used for. */
@Component
class Repetitions {
  private final IntakeRows rows;

  Repetitions(IntakeRows rows) {
    this.rows = rows;
  }

  /**
   * The first acceptance with the same key and content.
   *
   * @throws ApiProblem 409 when the key was used for something else
   */
  Optional<First> of(NewNotification fact) {
    if (fact.idempotencyKey() == null) {
      return Optional.empty();
    }
    Optional<First> first = rows.first(fact.idempotencyKey());
    if (first.isPresent()
        && !MessageDigest.isEqual(first.orElseThrow().contentHash(), fact.contentHash())) {
      throw ApiProblem.conflict(
          "idempotency_key_reused",
          "This idempotency key was used for another notification, " + first.get().id() + ".");
    }
    return first;
  }

  List<Accepted.AcceptedMessage> messages(First first) {
    return rows.messages(first.id());
  }
}
