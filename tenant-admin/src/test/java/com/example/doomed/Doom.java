package com.example.doomed;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Ends this process at the place that its command line names, as {@code kill -9} would. */
final class Doom {
  /** What a node prints before it dies of its doom. */
  static final String LAST_WORDS = "doomed: died at ";

  private static final String PLACE = System.getProperty("doomed.place", "");
  private static final AtomicInteger LEFT =
      new AtomicInteger(Integer.getInteger("doomed.after", 1));
  private static final AtomicBoolean STOPPING = new AtomicBoolean();

  private Doom() {}

  /** Called wherever one can die. */
  static void at(String place) {
    String here = STOPPING.get() ? "stopping." + place : place;
    if (here.equals(PLACE) && LEFT.decrementAndGet() == 0) {
      die(here);
    }
  }

  /** From now on every place is one of a stopping node. */
  @SuppressWarnings("SystemOut") // read by the test that started this process
  static void stopping() {
    STOPPING.set(true);
    System.out.println("doomed: stopping");
    System.out.flush();
  }

  @SuppressWarnings("SystemOut") // read by the test that started this process
  private static void die(String place) {
    System.out.println(LAST_WORDS + place);
    System.out.flush();
    Runtime.getRuntime().halt(137);
  }
}
