package io.truebell.calm.window;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Policy;
import java.time.Instant;
import java.util.UUID;

/**
 * What goes out together.
 *
 * @param id of the delivery that opened it
 * @param carrier the delivery that goes out for all of them
 * @param policyVersion that it opened under, whatever is in force now
 * @param open whether others may still join; otherwise its carrier has been claimed
 * @param members with the carrier
 */
record Digest(
    UUID id,
    DeliveryId carrier,
    Key key,
    int policyVersion,
    Instant dueAt,
    boolean open,
    int members) {
  Policy stamp() {
    return new Policy(Limits.NAME, policyVersion);
  }

  Digest withOneMore() {
    return new Digest(id, carrier, key, policyVersion, dueAt, open, members + 1);
  }
}
