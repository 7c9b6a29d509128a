package io.truebell.calm.window;

import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.calm.window.Judge.Facts;
import io.truebell.calm.window.SentRows.Look;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.GateBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Reads what the rule of the rolling window needs to know of a batch. */
@Component
class Windows {
  private final SentRows sent;
  private final DigestRows digests;

  Windows(SentRows sent, DigestRows digests) {
    this.sent = sent;
    this.digests = digests;
  }

  /** A judge of this batch's deliveries, who has seen none of them yet. */
  Judge over(GateBatch batch, Limits limits) {
    List<DeliveryId> about = new ArrayList<>();
    List<DeliveryId> windowed = new ArrayList<>();
    Map<Key, Look> looks = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      if (!delivery.subject().isEmpty()) {
        about.add(delivery.id());
      }
      Window window = limits.window(delivery);
      if (window != null) {
        windowed.add(delivery.id());
        Key key = Key.of(delivery);
        Look look = new Look(key, batch.now().minus(window.length()), window.most());
        looks.merge(key, look, Windows::wider);
      }
    }
    return new Judge(batch.now(), limits, facts(about, windowed, looks, batch.rehearsal()));
  }

  /** Types may have windows of their own over the same instants. */
  private static Look wider(Look a, Look b) {
    Instant since = a.since().isBefore(b.since()) ? a.since() : b.since();
    return new Look(a.key(), since, Math.max(a.most(), b.most()));
  }

  private Facts facts(
      List<DeliveryId> about, List<DeliveryId> windowed, Map<Key, Look> looks, boolean rehearsal) {
    if (about.isEmpty()) {
      return Facts.NONE;
    }
    Map<DeliveryId, Digest> carried = new HashMap<>();
    Map<Key, Digest> open = new HashMap<>();
    for (Digest digest : digests.find(about, looks.keySet(), !rehearsal)) {
      carried.put(digest.carrier(), digest);
      if (digest.open()) {
        open.put(digest.key(), digest);
      }
    }
    return looks.isEmpty()
        ? new Facts(Map.of(), Map.of(), carried, open)
        : new Facts(
            sent.instants(List.copyOf(looks.values())), sent.places(windowed), carried, open);
  }
}
