package io.truebell.dispatch.recipients;

import java.time.Instant;

/** A recipient on the wire. */
record RecipientView(
    String externalId, String zone, String locale, Instant createdAt, Instant updatedAt) {
  static RecipientView of(Recipient recipient) {
    Whereabouts whereabouts = recipient.whereabouts();
    return new RecipientView(
        recipient.externalId(),
        whereabouts.zone(),
        whereabouts.locale(),
        recipient.createdAt(),
        recipient.updatedAt());
  }
}
