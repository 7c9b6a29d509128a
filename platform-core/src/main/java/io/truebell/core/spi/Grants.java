package io.truebell.core.spi;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * People's authorisations as a resource: one consent is one send. Called in the tenant's scope;
 * joins the caller's transaction.
 */
public interface Grants {
  /** What authorisations are for: a provider's template on a channel, for one recipient. */
  record Purpose(RecipientId recipient, ChannelKey channel, String template) {}

  /**
   * What a person answered when asked.
   *
   * @param requestId the client's id of the question; equal ids count once for a recipient
   * @param status the provider's word, e.g. {@code accept}, {@code reject}, {@code ban}, {@code
   *     filter}
   * @param answeredAt when the person answered
   * @param source which action of the person it belongs to, e.g. {@code checkin:42}
   */
  record Answer(
      Purpose purpose, String requestId, String status, Instant answeredAt, String source) {}

  /** What became of an answer. */
  enum Registered {
    /** One more is available. */
    GRANTED,
    /** It was known already; nothing changed. */
    REPEATED,
    /** The person refused: whatever was not used up is void. */
    REFUSED,
    /** It gives nothing: banned or filtered by the provider. */
    NOTHING
  }

  /**
   * How a person's authorisations stand.
   *
   * @param available that can be used now; a long-term one counts as one
   * @param longTerm whether one of them is never used up
   * @param lowWater below this it is worth asking
   * @param refusedAt when the person refused, if nothing was granted since
   */
  record Balance(
      long available,
      long reserved,
      long consumed,
      long invalid,
      boolean longTerm,
      int lowWater,
      @Nullable Instant refusedAt) {
    /** Whether nothing is left for the next message. */
    public boolean needsGrant() {
      return available == 0;
    }

    /** Whether it is worth asking for one more. */
    public boolean worthAsking() {
      return !longTerm && available < lowWater;
    }
  }

  /**
   * Stores an answer once.
   *
   * @throws io.truebell.core.rest.ApiProblem when something is wrong with it, {@code
   *     grant.template} when it grants something for a template that nothing is sent with
   */
  Registered register(Answer answer, Actor actor);

  /** The template that a type of notification goes out with, where the tenant configured one. */
  Optional<Purpose> purpose(RecipientId recipient, ChannelKey channel, String type);

  Balance balance(Purpose purpose);

  /**
   * Voids whatever is available or reserved, at once; what is under way keeps none.
   *
   * @param why a reason's code, e.g. {@code turned_off}
   * @return how many
   */
  int voidAll(Purpose purpose, String why, Actor actor);

  /**
   * The same for several templates of a channel, whether or not anything is sent with them any
   * more: what was granted for a template outlives its configuration.
   *
   * @param templates none: all that the recipient has something of on this channel
   * @return how many
   */
  int voidAll(
      RecipientId recipient,
      ChannelKey channel,
      Collection<String> templates,
      String why,
      Actor actor);
}
