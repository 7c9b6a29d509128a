package com.example.doomed;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The spine's stages, told by the first statement that only one of them makes. A transaction may
 * hold several, one after the other.
 */
enum Stage {
  INTAKE("INSERT INTO notification\\b"),
  CLAIM("FROM delivery\\b.*'QUEUED'.*SKIP LOCKED"),
  HINT("FROM datastore\\.due\\b.*FOR UPDATE"),
  DRAIN("DELETE FROM datastore\\.wake\\b.*SKIP LOCKED"),
  RECEIPT("INSERT INTO receipt\\b"),
  /** Writes outcomes as a settlement does, and is told from it by who asks. */
  SWEEP("INSERT INTO attempt\\b"),
  SETTLE("INSERT INTO attempt\\b");

  private static final String SWEEPER = "io.truebell.dispatch.path.Sweep";

  private final Pattern sign;

  Stage(String sign) {
    this.sign = Pattern.compile(sign, Pattern.DOTALL);
  }

  static Optional<Stage> of(String sql) {
    return Arrays.stream(values())
        .filter(stage -> stage.sign.matcher(sql).find())
        .filter(stage -> stage != SWEEP || sweeps())
        .findFirst();
  }

  private static boolean sweeps() {
    return StackWalker.getInstance()
        .walk(frames -> frames.anyMatch(frame -> frame.getClassName().equals(SWEEPER)));
  }

  String place(String where) {
    return name().toLowerCase(Locale.ROOT) + "." + where;
  }
}
