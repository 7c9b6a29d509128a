package io.truebell.core.spi;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.NotificationId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where plugins hand in facts. Called in the tenant's scope; joins the caller's transaction. */
public interface Notifications {
  /**
   * A fact that people are told about.
   *
   * @param recipients external ids
   * @param payload a JSON object
   * @param channels null for every channel
   * @param notBefore null for now
   * @param expiresAt null for never
   * @param idempotencyKey the same fact has the same key, whatever happens
   */
  record Fact(
      String type,
      Category category,
      String subject,
      List<String> recipients,
      Map<String, Object> payload,
      @Nullable List<ChannelKey> channels,
      boolean urgent,
      @Nullable Instant notBefore,
      @Nullable Instant expiresAt,
      String idempotencyKey) {
    public Fact {
      recipients = List.copyOf(recipients);
      payload = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(payload));
      channels = channels == null ? null : List.copyOf(channels);
    }
  }

  /**
   * A fact that was accepted.
   *
   * @param queued its deliveries that will be sent; none when it is for the inbox only
   * @param again whether it had been accepted before
   */
  record Accepted(NotificationId id, List<DeliveryId> queued, boolean again) {
    public Accepted {
      queued = List.copyOf(queued);
    }
  }

  /**
   * Writes the fact, the inbox messages and the deliveries.
   *
   * @throws io.truebell.core.rest.ApiProblem when something is wrong with it, e.g. 409 when the key
   *     was used for something else
   */
  Accepted accept(Fact fact, Actor actor);

  /** Withdraws what is still queued of it; the inbox keeps the message. */
  void withdraw(NotificationId notification, Actor actor);
}
