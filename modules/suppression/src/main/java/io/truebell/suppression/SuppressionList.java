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
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What the tenant bans and lifts. */
@Component
class SuppressionList {
  private static final int MAX_REASON = 500;

  private final SuppressionRows rows;
  private final KnownChannels channels;
  private final Ids ids;
  private final Clock clock;

  SuppressionList(SuppressionRows rows, KnownChannels channels, Ids ids, Clock clock) {
    this.rows = rows;
    this.channels = channels;
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
    boolean lifted = rows.lift(id, reason, actor.toString(), clock.instant());
    Suppression now = rows.find(id).orElseThrow(() -> ApiProblem.notFound("suppression"));
    if (!lifted) {
      throw ApiProblem.conflict(
          "already_lifted", "It was lifted at " + now.liftedAt() + " by " + now.liftedBy() + ".");
    }
    return now;
  }
}
