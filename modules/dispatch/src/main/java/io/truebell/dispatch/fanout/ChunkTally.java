package io.truebell.dispatch.fanout;

import io.truebell.dispatch.explain.FanOutView.LineProblem;
import io.truebell.dispatch.fanout.FanOutRows.Standing;
import io.truebell.dispatch.intake.Facts.Placed;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What each line of a chunk became; lines that had been taken before are not counted again. */
final class ChunkTally {
  private final List<LineProblem> problems = new ArrayList<>();
  private final List<Long> cured = new ArrayList<>();
  private int accepted;
  private int duplicates;

  /** How often each recipient is named in the chunk. */
  static Map<String, Integer> times(List<Line> chunk) {
    Map<String, Integer> times = new LinkedHashMap<>();
    for (Line line : chunk) {
      if (line instanceof Line.Named named) {
        times.merge(named.recipient(), 1, Integer::sum);
      }
    }
    return times;
  }

  static ChunkTally of(List<Line> chunk, Placed placed, long nextLine) {
    ChunkTally tally = new ChunkTally();
    Set<String> seen = new HashSet<>(placed.already());
    for (Line line : chunk) {
      boolean fresh = line.index() >= nextLine;
      switch (line) {
        case Line.Named named when placed.unknown().contains(named.recipient()) ->
            tally.problem(fresh, named.index(), named.recipient(), "unknown_recipient");
        case Line.Named named -> tally.named(fresh, named.index(), seen.add(named.recipient()));
        case Line.Unreadable bad -> tally.problem(fresh, bad.index(), "", bad.code());
        case Line.Blank _ -> {}
      }
    }
    return tally;
  }

  private void problem(boolean fresh, long index, String recipient, String code) {
    if (fresh) {
      problems.add(new LineProblem(index + 1, recipient, code));
    }
  }

  private void named(boolean fresh, long index, boolean first) {
    if (first) {
      accepted++;
      if (!fresh) {
        cured.add(index + 1);
      }
    } else if (fresh) {
      duplicates++;
    }
  }

  /** New problems; lines counted from 1. */
  List<LineProblem> problems() {
    return problems;
  }

  /**
   * Lines that had been taken before and name somebody who gets a message only now, since the
   * person was unknown then; counted from 1.
   */
  List<Long> cured() {
    return cured;
  }

  /** Where the list stands behind this chunk. */
  Standing after(Standing before, long end, int curedProblems) {
    return new Standing(
        before.state(),
        before.held(),
        Math.max(before.nextLine(), end),
        before.accepted() + accepted,
        before.duplicates() + duplicates,
        before.problems() + problems.size() - curedProblems);
  }
}
