package io.truebell.calm.window;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;

/** What has a window, and at most one open digest: a person, a subject and a channel account. */
record Key(RecipientId recipient, AccountId account, String subject) {
  static Key of(DueDelivery delivery) {
    return new Key(delivery.recipient(), delivery.account(), delivery.subject());
  }
}
