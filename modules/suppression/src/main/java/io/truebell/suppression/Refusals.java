package io.truebell.suppression;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.ReceiptListener;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.SettledDelivery;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Answers and receipts that prove that the person wants none of it. A code that proves nothing bans
 * nobody.
 *
 * <p>That no authorisation is left is a refusal where none is needed; elsewhere it is about one
 * template, and whoever keeps authorisations draws the conclusion.
 *
 * <p>It listens first: settling locks bans before anything of the gates that follow, and receipts
 * do the same.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class Refusals implements ReceiptListener {
  private final RefusalRows rows;
  private final KnownChannels channels;
  private final Ids ids;
  private final Clock clock;

  Refusals(RefusalRows rows, KnownChannels channels, Ids ids, Clock clock) {
    this.rows = rows;
    this.channels = channels;
    this.ids = ids;
    this.clock = clock;
  }

  @Override
  public void stored(Stored receipt) {
    if (refused(receipt.news().provenBeyond(), receipt.channel())) {
      String evidence = receipt.receiptId() + " " + said(receipt.code(), receipt.text());
      rows.refused(List.of(proof(receipt.delivery(), "receipt", evidence)), clock.instant());
    }
  }

  /** In the transaction that settles them. */
  void answered(List<SettledDelivery> settled) {
    Map<DeliveryId, Outcome.Rejected> telling = new HashMap<>();
    for (SettledDelivery one : settled) {
      if (one.outcome() instanceof Outcome.Rejected rejected && rejected.authorisationGone()) {
        telling.put(one.delivery(), rejected);
      }
    }
    if (telling.isEmpty()) {
      return;
    }
    Map<DeliveryId, ChannelKey> through = rows.channels(telling.keySet());
    List<RefusalRows.Proven> proofs = new ArrayList<>();
    telling.forEach(
        (delivery, rejected) -> {
          ChannelKey channel = through.get(delivery);
          if (channel != null && refused(rejected.proofs(), channel)) {
            proofs.add(proof(delivery, "answer", said(rejected.code(), rejected.text())));
          }
        });
    if (!proofs.isEmpty()) {
      rows.refused(proofs, clock.instant());
    }
  }

  private boolean refused(Set<Proof> proofs, ChannelKey channel) {
    return proofs.contains(Proof.PERSON_REFUSED)
        || (proofs.contains(Proof.NO_AUTHORISATION) && !channels.needsGrant(channel));
  }

  private RefusalRows.Proven proof(DeliveryId delivery, String source, String evidence) {
    return new RefusalRows.Proven(ids.next(), delivery.value(), source, evidence);
  }

  private static String said(String code, String text) {
    return text.isEmpty() ? code : code + ": " + text;
  }
}
