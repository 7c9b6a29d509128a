package io.truebell.dispatch.redrive;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.redrive.RedriveViews.ActionView;
import io.truebell.dispatch.redrive.RedriveViews.ItemView;
import io.truebell.dispatch.redrive.RedriveViews.RedriveView;
import io.truebell.dispatch.redrive.RedriveViews.RefusalView;
import io.truebell.dispatch.redrive.RedriveViews.UnreachedView;
import io.truebell.dispatch.redrive.Safety.Judgement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Lists what reached nobody with what may safely be done, and does it for many. */
@Component
class Redrive {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final RedriveRows rows;
  private final SendAgain sendAgain;
  private final Sentences sentences;
  private final JsonMapper json;
  private final Clock clock;

  Redrive(
      RedriveRows rows, SendAgain sendAgain, Sentences sentences, JsonMapper json, Clock clock) {
    this.rows = rows;
    this.sendAgain = sendAgain;
    this.sentences = sentences;
    this.json = json;
    this.clock = clock;
  }

  Page<UnreachedView> list(RedriveFilter filter, @Nullable String cursor, int limit) {
    return page(filter, cursor, limit).map(this::view);
  }

  private Page<Unreached> page(RedriveFilter filter, @Nullable String cursor, int limit) {
    filter.check();
    boolean sandbox = TenantScope.current().sandboxAllowed();
    List<Unreached> found = rows.unreached(filter, Cursor.read(cursor), limit + 1, sandbox);
    return Page.of(found, limit, last -> Cursor.after(last.id()));
  }

  /**
   * Sends again those for which that is the first thing to do, each in a transaction of its own,
   * and says of each what became of it. What was sent again is no longer among them: the same call
   * again goes on with others.
   */
  RedriveView all(RedriveRequest request, Actor actor) {
    String because = ResendRequest.checked(request.reason());
    ResendRequest each = new ResendRequest(because, request.duplicateAcceptable());
    RedriveFilter filter = request.filter() == null ? RedriveFilter.ALL : request.filter();
    Page<Unreached> page = page(filter, request.cursor(), Cursor.limit(request.limit()));
    List<ItemView> items = new ArrayList<>();
    int resent = 0;
    for (Unreached delivery : page.items()) {
      ItemView item = one(delivery, each, actor);
      resent += item.resentAs() == null ? 0 : 1;
      items.add(item);
    }
    return new RedriveView(resent, items.size() - resent, items, page.nextCursor());
  }

  private ItemView one(Unreached delivery, ResendRequest request, Actor actor) {
    Judgement judgement = Safety.judge(delivery, clock.instant());
    if (!judgement.resendFirst()) {
      String why =
          judgement.refusal().isEmpty()
              ? judgement.offers().getFirst().reason()
              : judgement.refusal();
      return new ItemView(delivery.id(), null, refusal(why));
    }
    try {
      return new ItemView(
          delivery.id(), sendAgain.resend(delivery.id(), request, null, actor).delivery(), null);
    } catch (ApiProblem refused) {
      return new ItemView(delivery.id(), null, refusal(refused.code()));
    }
  }

  private UnreachedView view(Unreached delivery) {
    Judgement judgement = Safety.judge(delivery, clock.instant());
    return new UnreachedView(
        delivery.id(),
        delivery.message(),
        delivery.notification(),
        delivery.recipient(),
        delivery.channel(),
        delivery.account(),
        delivery.type(),
        delivery.subject(),
        delivery.state(),
        delivery.reason(),
        sentences.say(delivery.reason(), json.readValue(delivery.numbers(), OBJECT)),
        delivery.sandbox(),
        mayHaveReached(delivery),
        delivery.resendOf(),
        delivery.createdAt(),
        delivery.updatedAt(),
        judgement.offers().stream()
            .map(
                offer ->
                    new ActionView(
                        offer.action().wireName(),
                        offer.reason(),
                        sentences.say(offer.reason(), Map.of())))
            .toList(),
        judgement.refusal().isEmpty() ? null : refusal(judgement.refusal()));
  }

  private static boolean mayHaveReached(Unreached delivery) {
    return delivery.state() == DeliveryState.UNKNOWN
        || delivery.state() == DeliveryState.ACCEPTED
        || (delivery.way() != null && delivery.way().maybeThere());
  }

  private RefusalView refusal(String code) {
    return new RefusalView(code, sentences.say(code, Map.of()));
  }
}
