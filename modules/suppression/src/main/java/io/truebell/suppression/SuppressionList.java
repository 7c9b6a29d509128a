package io.truebell.suppression;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.rest.Text;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** What the tenant bans and lifts. */
@Component
class SuppressionList {
  private static final int MAX_REASON = 500;

  private final SuppressionRows rows;
  private final KnownChannels channels;
  private final Ids ids;
  private final Clock clock;
  private final TransactionTemplate transaction;

  SuppressionList(
      SuppressionRows rows,
      KnownChannels channels,
      TransactionTemplate transaction,
      Ids ids,
      Clock clock) {
    this.rows = rows;
    this.channels = channels;
    this.transaction = transaction;
    this.ids = ids;
    this.clock = clock;
  }

  /** A ban, and whether it is new. */
  record Made(Suppression suppression, boolean fresh) {}

  /**
   * Bans a recipient on a channel; one that the tenant banned there already stays as it is.
   *
   * @throws ApiProblem 422 when a field is wrong
   */
  Made suppress(
      RecipientId recipient, @Nullable String channel, @Nullable String reason, Actor actor) {
    List<FieldProblem> problems = new ArrayList<>();
    if (channel == null) {
      problems.add(new FieldProblem("channel", "required", "is required"));
    } else if (!channels.has(channel)) {
      problems.add(new FieldProblem("channel", "unknown_channel", "there is no such channel"));
    }
    Text.check(problems, "reason", reason, MAX_REASON, false);
    if (channel == null || reason == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return Objects.requireNonNull(
        transaction.execute(status -> store(recipient, channel, reason, actor)));
  }

  private Made store(RecipientId recipient, String channel, String reason, Actor actor) {
    UUID id = ids.next();
    boolean fresh =
        rows.suppress(id, recipient, channel, reason, actor.toString(), clock.instant());
    Optional<Suppression> now = fresh ? rows.find(id) : rows.open(recipient, channel);
    return now.map(s -> new Made(s, fresh))
        .orElseThrow(
            () -> ApiProblem.conflict("suppression_changed", "It is being lifted: try again."));
  }

  /**
   * Lifts a ban.
   *
   * @throws ApiProblem 422 without a reason, 404, 409 when it was lifted before
   */
  Suppression lift(UUID id, @Nullable String reason, Actor actor) {
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "reason", reason, MAX_REASON, false);
    if (reason == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return Objects.requireNonNull(transaction.execute(status -> end(id, reason, actor)));
  }

  private Suppression end(UUID id, String reason, Actor actor) {
    boolean lifted = rows.lift(id, reason, actor.toString(), clock.instant());
    Suppression now = rows.find(id).orElseThrow(() -> ApiProblem.notFound("suppression"));
    if (!lifted) {
      throw ApiProblem.conflict(
          "already_lifted", "It was lifted at " + now.liftedAt() + " by " + now.liftedBy() + ".");
    }
    return now;
  }
}
