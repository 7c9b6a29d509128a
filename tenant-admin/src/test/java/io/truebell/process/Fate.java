package io.truebell.process;

import java.time.Duration;
import java.util.List;

/** How a node is going to end. */
sealed interface Fate {
  /** By itself, at the nth time that it reaches that place. */
  record AtPlace(String place, int time) implements Fate {
    @Override
    public List<String> jvm() {
      return List.of("-Ddoomed.place=" + place, "-Ddoomed.after=" + time);
    }

    /** Whether it is asked to stop first. */
    boolean whileStopping() {
      return place.startsWith("stopping.");
    }
  }

  /** By the provider's hand, during one of its calls. */
  record InACall(Courier.Place place) implements Fate {
    private static final int MEBIBYTES_4 = 4 * 1024 * 1024;

    @Override
    public List<String> jvm() {
      // more than the buffers of a connection take: the first bytes are there, the last are not
      return place == Courier.Place.FIRST_BYTES
          ? List.of("-Ddoomed.body=" + MEBIBYTES_4)
          : List.of();
    }

    @Override
    public String toString() {
      return "call." + place;
    }
  }

  /** At any instant, that long after it was started. */
  record AtRandom(Duration after) implements Fate {}

  /** In order, while others work on. */
  record InOrder() implements Fate {}

  /** Options of its JVM. */
  default List<String> jvm() {
    return List.of();
  }
}
