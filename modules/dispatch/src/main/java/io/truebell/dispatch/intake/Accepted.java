package io.truebell.dispatch.intake;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * What intake answers.
 *
 * @param repeated whether an earlier call with the same key and content had been accepted
 */
record Accepted(UUID id, Instant createdAt, List<AcceptedMessage> messages, boolean repeated) {
  record AcceptedMessage(UUID id, String recipient) {}
}
