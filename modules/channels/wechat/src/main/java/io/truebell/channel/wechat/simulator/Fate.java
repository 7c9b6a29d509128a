package io.truebell.channel.wechat.simulator;

import io.truebell.core.spi.Magic;
import java.util.Optional;

/** What a report says of a message. */
enum Fate {
  ARRIVED,
  FAILED,
  BLOCKED;

  /** Empty where the magic address promises no report. */
  static Optional<Fate> of(Magic magic) {
    return switch (magic) {
      case RECEIPT_DELIVERED, RECEIPT_FIRST, RECEIPT_REPEATED, RECEIPTS_DISORDERED ->
          Optional.of(ARRIVED);
      case RECEIPT_UNDELIVERED -> Optional.of(FAILED);
      case RECEIPT_GONE -> Optional.of(BLOCKED);
      case ACCEPTED,
          REJECTED,
          NOT_FOUND,
          GONE,
          COOLDOWN,
          TRANSIENT_THEN_ACCEPTED,
          ERROR,
          TIMEOUT,
          RESET,
          HALF,
          GARBAGE,
          SLOW,
          HUGE,
          RECEIPT_NEVER ->
          Optional.empty();
    };
  }
}
