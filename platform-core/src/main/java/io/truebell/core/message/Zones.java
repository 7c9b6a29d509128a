package io.truebell.core.message;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Time zones as they are stored, by name. */
public final class Zones {
  private Zones() {}

  /**
   * The zone, or UTC where this Java does not know it: one that a newer Java has accepted must stop
   * nothing but itself.
   */
  public static ZoneId orUtc(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException e) {
      return ZoneOffset.UTC;
    }
  }
}
