package io.truebell.bench.peer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What one would write by hand for speed alone: one table, one claimer, batches of 100 by SKIP
 * LOCKED, what is over written by the statement that claims the next, a virtual thread for each
 * call. No tenants, no gates, no trace, no secrets, no evidence.
 */
final class Floor implements Engine {
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS floor_job (
        id          uuid PRIMARY KEY DEFAULT uuidv7(),
        state       text        NOT NULL DEFAULT 'queued',
        due_at      timestamptz NOT NULL DEFAULT now(),
        title       text        NOT NULL,
        text        text        NOT NULL,
        attempt     int         NOT NULL DEFAULT 0,
        lease_until timestamptz,
        ended_at    timestamptz
      ) WITH (fillfactor = 70)
      """;

  private static final String DUE =
      """
      CREATE INDEX IF NOT EXISTS floor_job_due ON floor_job (due_at, id) WHERE state = 'queued'
      """;

  private static final String LOAD =
      """
      INSERT INTO floor_job (title, text) SELECT ?, ? FROM generate_series(1, ?)
      """;

  private static final String STEP =
      """
      WITH done AS (
        UPDATE floor_job j SET state = d.state, ended_at = now(), lease_until = NULL
        FROM unnest(?::uuid[], ?::text[]) AS d (id, state)
        WHERE j.id = d.id AND j.state = 'claimed'
      ), next AS (
        SELECT id FROM floor_job WHERE state = 'queued' AND due_at <= now()
        ORDER BY due_at, id LIMIT ? FOR UPDATE SKIP LOCKED
      )
      UPDATE floor_job j
      SET state = 'claimed', attempt = attempt + 1, lease_until = now() + interval '5 minutes'
      FROM next WHERE j.id = next.id
      RETURNING j.id::text, j.title, j.text
      """;

  private static final int BATCH = 100;
  private static final long GATHER_MICROS = 2_000;
  private static final long LOOK_MILLIS = 20;

  private final DataSource source;
  private final int inFlight;
  private final ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor();
  private final BlockingQueue<Ended> ended = new LinkedBlockingQueue<>();
  private volatile boolean going;
  private @Nullable Thread loop;

  Floor(DataSource source, int inFlight) throws SQLException {
    this.source = source;
    this.inFlight = inFlight;
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
      statement.execute(DUE);
    }
  }

  private record Job(String id, String title, String text) {}

  private record Ended(String id, boolean accepted) {}

  @Override
  public void load(int messages, String url) throws SQLException {
    PeerCall.to(url);
    try (Connection connection = source.getConnection();
        PreparedStatement insert = connection.prepareStatement(LOAD)) {
      insert.setString(1, PeerCall.TITLE);
      insert.setString(2, PeerCall.TEXT);
      insert.setInt(3, messages);
      insert.executeUpdate();
    }
  }

  @Override
  public void go() {
    going = true;
    loop = Thread.ofPlatform().start(this::run);
  }

  @Override
  public void rest() throws InterruptedException {
    going = false;
    if (loop != null) {
      loop.join();
    }
  }

  private void run() {
    int underWay = 0;
    try (Connection connection = source.getConnection();
        PreparedStatement step = connection.prepareStatement(STEP)) {
      while (going || underWay > 0) {
        List<Ended> batch = gather(underWay);
        underWay -= batch.size();
        List<Job> claimed = step(connection, step, batch, Math.min(BATCH, inFlight - underWay));
        claimed.forEach(job -> calls.execute(() -> call(job)));
        underWay += claimed.size();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void call(Job job) {
    ended.add(new Ended(job.id(), PeerCall.accepted(job.id(), job.title(), job.text())));
  }

  /** Waits a little for more, when a step would carry few. */
  private List<Ended> gather(int underWay) throws InterruptedException {
    List<Ended> batch = new ArrayList<>();
    ended.drainTo(batch, BATCH);
    if (batch.isEmpty() && (underWay + BATCH > inFlight || !going)) {
      Ended first = ended.poll(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      if (first != null) {
        batch.add(first);
      }
    }
    long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(GATHER_MICROS);
    while (underWay > 0 && batch.size() < BATCH) {
      Ended next = ended.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        break;
      }
      batch.add(next);
    }
    return batch;
  }

  private static List<Job> step(
      Connection connection, PreparedStatement step, List<Ended> batch, int most)
      throws SQLException {
    String[] states =
        batch.stream().map(e -> e.accepted() ? "accepted" : "failed").toArray(String[]::new);
    step.setArray(1, connection.createArrayOf("text", batch.stream().map(Ended::id).toArray()));
    step.setArray(2, connection.createArrayOf("text", states));
    step.setInt(3, most);
    List<Job> claimed = new ArrayList<>();
    try (ResultSet rows = step.executeQuery()) {
      while (rows.next()) {
        claimed.add(new Job(rows.getString(1), rows.getString(2), rows.getString(3)));
      }
    }
    return claimed;
  }
}
