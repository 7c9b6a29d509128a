package io.truebell.calm.pacing;

import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What this node last heard of passages. A dry run decides by it: it runs in a transaction, where
 * nobody may be asked, and takes nothing.
 */
final class LastTurns {
  private static final int MOST = 10_000;

  private final Map<Passage, Heard> heard = new ConcurrentHashMap<>();

  private record Heard(Turns turns, long at) {}

  void saw(Map<Passage, Turns> turns) {
    if (heard.size() >= MOST) {
      heard.clear();
    }
    long now = System.nanoTime();
    turns.forEach((passage, t) -> heard.put(passage, new Heard(t, now)));
  }

  /**
   * What would become of a delivery; null when it would pass.
   *
   * @param nth of the dry run, counted from 0
   */
  @Nullable Verdict forecast(PacedAccount account, int nth, Instant now) {
    for (Passage passage : account.passages()) {
      Heard last = heard.get(passage);
      if (last != null) {
        Duration passed = Duration.ofNanos(System.nanoTime() - last.at());
        Turns then = last.turns();
        Turns left =
            new Turns(
                then.permits(),
                then.first().minus(passed),
                then.stride(),
                then.waiting(),
                then.inLine());
        if (left.turnOf(nth).compareTo(Limiter.AHEAD) > 0) {
          return Holds.paced(passage, left, nth, now);
        }
      }
    }
    return null;
  }
}
