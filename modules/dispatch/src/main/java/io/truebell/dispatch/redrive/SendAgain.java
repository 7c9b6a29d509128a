package io.truebell.dispatch.redrive;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.redrive.RedriveRows.Asked;
import io.truebell.dispatch.redrive.RedriveRows.Resend;
import io.truebell.dispatch.redrive.RedriveViews.ResendView;
import io.truebell.dispatch.redrive.Safety.Judgement;
import io.truebell.dispatch.redrive.Unreached.Way;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Makes a new delivery of the same message in place of one that reached nobody. The old one stays
 * as it is. Resends form a chain: the end of it is what is judged, and the only one that can be
 * followed, so that of two who ask at once one gets a new delivery.
 */
@Component
class SendAgain {
  private final RedriveRows rows;
  private final Sentences sentences;
  private final JsonMapper json;
  private final Ids ids;
  private final TransactionTemplate transaction;
  private final Clock clock;
  private final DueTenants dueTenants;
  private final WakeBell bell;

  SendAgain(
      RedriveRows rows,
      Sentences sentences,
      JsonMapper json,
      Ids ids,
      TransactionTemplate transaction,
      Clock clock,
      DueTenants dueTenants,
      WakeBell bell) {
    this.rows = rows;
    this.sentences = sentences;
    this.json = json;
    this.ids = ids;
    this.transaction = transaction;
    this.clock = clock;
    this.dueTenants = dueTenants;
    this.bell = bell;
  }

  /**
   * @param key the same key and content get the first result again
   * @throws ApiProblem 404, 409 when sending again is not safe or the key was used for something
   *     else, 422
   */
  ResendView resend(UUID delivery, ResendRequest request, @Nullable String key, Actor actor) {
    String because = request.because();
    if (key != null && !key.matches("[\\x21-\\x7e]{1,200}")) {
      throw ApiProblem.invalid(
          "idempotency_key", "invalid_form", "must be 1 to 200 visible ASCII characters");
    }
    ResendView made =
        Objects.requireNonNull(
            transaction.execute(status -> write(delivery, because, request.word(), key, actor)));
    bell.ringEverywhere();
    return made;
  }

  private ResendView write(
      UUID named, String because, boolean word, @Nullable String key, Actor actor) {
    UUID end = lockEnd(named);
    Optional<Asked> earlier = key == null ? Optional.empty() : rows.byKey(key);
    if (earlier.isPresent()) {
      return again(earlier.orElseThrow(), named, because, word);
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    Unreached old = rows.delivery(end, TenantScope.current().sandboxAllowed());
    Judgement judgement = Safety.judge(old, now);
    if (!judgement.refusal().isEmpty()) {
      throw refused(judgement.refusal());
    }
    if (judgement.word() && !word) {
      throw refused("resend_unknown");
    }
    Way way = Objects.requireNonNull(old.way());
    UUID id = ids.next();
    Map<String, Object> numbers = new LinkedHashMap<>();
    numbers.put("channel", Objects.requireNonNull(old.channel()));
    numbers.put("account", way.accountName());
    numbers.put("resend_of", end.toString());
    numbers.put("asked_because", because);
    numbers.put("duplicate_acceptable", word);
    rows.insert(
        new Resend(id, end, named, way, word, because, key, json.writeValueAsString(numbers)),
        now,
        actor.toString());
    dueTenants.wake(TenantScope.current().id(), now);
    return new ResendView(id, end, false);
  }

  /** The end of the chain, locked: nobody else can follow it meanwhile. */
  private UUID lockEnd(UUID named) {
    UUID end = named;
    while (true) {
      if (!rows.lock(end)) {
        throw ApiProblem.notFound("delivery");
      }
      Optional<UUID> follower = rows.follower(end);
      if (follower.isEmpty()) {
        return end;
      }
      end = follower.orElseThrow();
    }
  }

  private ResendView again(Asked earlier, UUID named, String because, boolean word) {
    if (!earlier.askedFor().equals(named)
        || !earlier.reason().equals(because)
        || earlier.duplicateAcceptable() != word) {
      throw ApiProblem.conflict(
          "idempotency_key_reused",
          "This idempotency key was used for something else, which made " + earlier.made() + ".");
    }
    return new ResendView(earlier.made(), rows.followed(earlier.made()), true);
  }

  private ApiProblem refused(String code) {
    return ApiProblem.conflict(code, sentences.say(code, Map.of()).en());
  }
}
