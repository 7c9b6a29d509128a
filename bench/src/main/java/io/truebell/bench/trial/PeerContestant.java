package io.truebell.bench.trial;

import io.truebell.bench.stage.JavaProcess;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Watch;
import java.sql.SQLException;

/** The hand-written floor, db-scheduler or JobRunr. */
final class PeerContestant implements Contestant {
  private final JavaProcess process;
  private final Watch watch;
  private final Stage stage;
  private final Table table;

  private PeerContestant(Stage stage, JavaProcess process, Table table) throws SQLException {
    this.stage = stage;
    this.process = process;
    this.table = table;
    this.watch = new Watch(stage.stores(), stage.stores().peers());
  }

  /** Where a peer keeps its jobs: which of them wait, which are open, which failed. */
  private record Table(String name, String waits, String open, String failed) {}

  static Contestant start(Stage stage, String name, int inFlight)
      throws SQLException, InterruptedException {
    Table table =
        switch (name) {
          case "floor" ->
              new Table(
                  "floor_job",
                  "state = 'queued'",
                  "state IN ('queued', 'claimed')",
                  "state NOT IN ('queued', 'claimed', 'accepted')");
          case "db-scheduler" ->
              new Table("scheduled_tasks", "NOT picked", "true", "last_failure IS NOT NULL");
          default ->
              new Table(
                  "jobrunr_jobs",
                  "state = 'ENQUEUED'",
                  "state IN ('ENQUEUED', 'PROCESSING')",
                  "state IN ('FAILED', 'SCHEDULED')");
        };
    return new PeerContestant(stage, stage.peer(name, inFlight), table);
  }

  @Override
  public String name() {
    return process.name();
  }

  private void order(String line) throws InterruptedException {
    process.tell(line);
    String ignored = process.await("peer done");
  }

  @Override
  public void load(int messages, String url) throws InterruptedException {
    order("load " + messages + " " + url);
  }

  @Override
  public boolean untouched(int messages) throws SQLException {
    return watch.number("SELECT count(*) FROM " + table.name() + " WHERE " + table.waits())
        == messages;
  }

  @Override
  public void release() throws InterruptedException {
    order("go");
  }

  @Override
  public boolean busy() throws SQLException {
    return watch.holds("EXISTS (SELECT 1 FROM " + table.name() + " WHERE " + table.open() + ")");
  }

  @Override
  public long failures() throws SQLException {
    return watch.number("SELECT count(*) FROM " + table.name() + " WHERE " + table.failed());
  }

  @Override
  public void rest() throws InterruptedException {
    order("rest");
  }

  @Override
  public void tidy() throws SQLException {
    watch.run("VACUUM (ANALYZE) " + table.name(), "CHECKPOINT");
  }

  @Override
  public void close() throws SQLException {
    stage.meter().forget(process);
    process.close();
    watch.close();
  }
}
