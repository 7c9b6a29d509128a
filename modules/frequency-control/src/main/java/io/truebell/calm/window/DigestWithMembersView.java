package io.truebell.calm.window;

import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * A digest and what it speaks for.
 *
 * @param members the oldest ones
 */
record DigestWithMembersView(DigestView digest, List<MemberView> members) {
  /**
   * One message of a digest.
   *
   * @param state where its delivery stands: MERGED, or anything when it carries the digest
   * @param at when it joined, or when it opened the digest or took it over
   */
  record MemberView(
      UUID deliveryId, UUID notificationId, String state, Instant at, boolean carrier) {}

  static DigestWithMembersView of(DigestView digest, List<MemberView> members) {
    return new DigestWithMembersView(digest, List.copyOf(members));
  }
}
