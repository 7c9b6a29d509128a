package io.truebell.bench.trial;

import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Contestants that take turns on the same stage. */
public final class Contest implements AutoCloseable {
  /** How many turns may be thrown away for each that is wanted. */
  private static final int PATIENCE = 2;

  /** Fewer repetitions than this are a quick look, which takes what it gets. */
  private static final int ENOUGH = 3;

  private final Stage stage;
  private final List<Contestant> contestants = new ArrayList<>();

  /**
   * Starts those of {@code names} that were asked for.
   *
   * @param inFlight most calls at once
   */
  public Contest(Stage stage, List<String> names, int inFlight)
      throws SQLException, InterruptedException {
    this.stage = stage;
    for (String name : names) {
      boolean ours = name.equals(Truebell.NAME);
      if (stage.options().includes(ours ? "ours" : name)) {
        contestants.add(
            ours
                ? Truebell.on(
                    stage,
                    stage.platform(
                        "--truebell.dispatch.in-flight=" + 3 * inFlight,
                        "--truebell.dispatch.per-account=" + inFlight))
                : PeerContestant.start(stage, name, inFlight));
      }
    }
  }

  private Contest(Stage stage, Contestant one) {
    this.stage = stage;
    contestants.add(one);
  }

  /** The application alone, with one tenant; it is closed with this. */
  public static Contest alone(Stage stage, Platform platform)
      throws SQLException, InterruptedException {
    return new Contest(stage, Truebell.on(stage, platform));
  }

  /** The application with so many tenants of so many people each; it stays open. */
  public static Contest among(Stage stage, Platform platform, int tenants, int people)
      throws SQLException, InterruptedException {
    return new Contest(stage, ManyTenants.on(stage, platform, tenants, people));
  }

  /** Lets everybody run until its code is compiled; nothing of it counts. */
  public void warmUp(int messages, String answers) throws SQLException, InterruptedException {
    for (Contestant contestant : contestants) {
      Sample sample = new Turn(stage, contestant, messages, answers).run();
      Say.line("  warm-up      %s", describe(sample));
    }
  }

  /** Repetitions in turn. Those that do not count are repeated, up to a limit. */
  public Outcome run(int messages, String answers, int repetitions)
      throws SQLException, InterruptedException {
    List<Sample> samples = new ArrayList<>();
    List<Sample> thrown = new ArrayList<>();
    for (int i = 0; i < repetitions; i++) {
      for (Contestant contestant : contestants) {
        Sample sample = turn(contestant, messages, answers, i + 1);
        while (!sample.counts()
            && repetitions >= ENOUGH
            && thrown.size() < PATIENCE * repetitions) {
          thrown.add(sample);
          sample = turn(contestant, messages, answers, i + 1);
        }
        samples.add(sample);
      }
    }
    return new Outcome(samples, thrown);
  }

  private Sample turn(Contestant contestant, int messages, String answers, int repetition)
      throws SQLException, InterruptedException {
    Sample sample = new Turn(stage, contestant, messages, answers).run();
    Say.line("  repetition %d %s", repetition, describe(sample));
    return sample;
  }

  private static String describe(Sample s) {
    return "%-12s %,8.0f msg/s  %5.0f µs/msg (postgres %4.0f)  %.3f statements  %.3f commits  %,5.0f B wal  others %2.0f %%%s"
        .formatted(
            s.contestant(),
            s.rate(),
            s.cpu(),
            s.cpu("postgres"),
            s.statements(),
            s.commits(),
            s.wal(),
            s.usage().foreign() * 100,
            s.counts() ? "" : "  DOES NOT COUNT: " + s.flaw());
  }

  @Override
  public void close() throws SQLException {
    for (Contestant contestant : contestants) {
      contestant.close();
    }
  }
}
