package io.truebell.calm.pacing;

import java.time.Duration;
import java.util.List;

/**
 * What a passage promised to one visit.
 *
 * @param permits so many calls may be claimed now; a token for each
 * @param first until the turn of the first call that got none
 * @param stride from the turn of one of those to the next one's
 * @param waiting tenants that wait there
 * @param inLine calls that go before them
 */
record Turns(List<String> permits, Duration first, Duration stride, int waiting, int inLine) {
  Turns {
    permits = List.copyOf(permits);
  }

  /** Until the turn of the {@code nth} call that got no permit, counted from 0. */
  Duration turnOf(int nth) {
    return first.plus(stride.multipliedBy(nth));
  }
}
