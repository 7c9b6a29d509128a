package io.truebell.dispatch.why;

import io.truebell.dispatch.explain.MessageView;
import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Why a person got something around some time, or did not.
 *
 * @param answer in one or a few sentences, with times in the person's zone
 * @param messages those that were made, or whose deliveries moved, in that time; oldest first, at
 *     most 50
 * @param facts what bore on it, oldest first; what stood already may have begun earlier
 * @param before the last message that was made before that time
 * @param after the first one that was made after it
 */
record WhyView(
    WhyRecipientView recipient,
    Instant from,
    Instant to,
    Said answer,
    List<MessageView> messages,
    List<WhyFactView> facts,
    @Nullable MessageView before,
    @Nullable MessageView after) {
  WhyView {
    messages = List.copyOf(messages);
    facts = List.copyOf(facts);
  }

  /**
   * Who was asked about.
   *
   * @param known whether the tenant has such a recipient
   */
  record WhyRecipientView(
      String externalId, boolean known, @Nullable Instant createdAt, @Nullable String zone) {}

  /**
   * Something that is written down.
   *
   * @param plan the key of the person's plan that it is about
   */
  record WhyFactView(
      Instant at, String kind, Said said, @Nullable UUID delivery, @Nullable String plan) {}
}
