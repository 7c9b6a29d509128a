package io.truebell.admin.foundation;

import io.truebell.core.rest.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * UUIDs of version 7 (RFC 9562, 6.2 method 2): 48 bits of milliseconds, 12 bits that count within
 * one, 62 random bits. When the counter overflows or the clock steps back, time is borrowed from
 * the future.
 */
final class TimeOrderedIds implements Ids {
  private static final int COUNTER_BITS = 12;
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;

  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private final AtomicLong last = new AtomicLong();

  TimeOrderedIds(Clock clock) {
    this.clock = clock;
  }

  @Override
  public UUID next() {
    long now = clock.millis() << COUNTER_BITS;
    long tick = last.updateAndGet(previous -> Math.max(previous + 1, now));
    long high = ((tick >>> COUNTER_BITS) << 16) | VERSION_7 | (tick & 0xFFF);
    long low = (random.nextLong() >>> 2) | VARIANT;
    return new UUID(high, low);
  }
}
