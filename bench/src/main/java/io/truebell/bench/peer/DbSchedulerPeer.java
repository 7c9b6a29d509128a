package io.truebell.bench.peer;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** db-scheduler with lock-and-fetch, its fastest way with PostgreSQL, and virtual threads. */
final class DbSchedulerPeer implements Engine {
  // as its documentation gives it for PostgreSQL
  private static final String TABLE =
      """
      CREATE TABLE IF NOT EXISTS scheduled_tasks (
        task_name            text        NOT NULL,
        task_instance        text        NOT NULL,
        task_data            bytea,
        execution_time       timestamptz,
        picked               boolean     NOT NULL,
        picked_by            text,
        last_success         timestamptz,
        last_failure         timestamptz,
        consecutive_failures int,
        last_heartbeat       timestamptz,
        version              bigint      NOT NULL,
        priority             smallint,
        PRIMARY KEY (task_name, task_instance)
      )
      """;

  private static final String DUE =
      """
      CREATE INDEX IF NOT EXISTS execution_time_idx ON scheduled_tasks (execution_time)
      """;

  private static final String HEARTBEAT =
      """
      CREATE INDEX IF NOT EXISTS last_heartbeat_idx ON scheduled_tasks (last_heartbeat)
      """;

  private static final String LOAD =
      """
      INSERT INTO scheduled_tasks (task_name, task_instance, execution_time, picked, version)
      SELECT 'call', uuidv7()::text, now(), false, 1 FROM generate_series(1, ?)
      """;

  private static final double REFILL_BELOW = 0.5;
  private static final double FETCH_UP_TO = 1.0;

  private final DataSource source;
  private final Scheduler scheduler;

  DbSchedulerPeer(DataSource source, int inFlight) throws SQLException {
    this.source = source;
    try (Connection connection = source.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
      statement.execute(DUE);
      statement.execute(HEARTBEAT);
    }
    OneTimeTask<Void> call =
        Tasks.oneTime("call").execute((instance, context) -> PeerCall.make(instance.getId()));
    scheduler =
        Scheduler.create(source, call)
            .threads(inFlight)
            .executorService(Executors.newVirtualThreadPerTaskExecutor())
            .pollUsingLockAndFetch(REFILL_BELOW, FETCH_UP_TO)
            .pollingInterval(Duration.ofMillis(100))
            .build();
    scheduler.start();
    scheduler.pause();
  }

  @Override
  public void load(int messages, String url) throws SQLException {
    PeerCall.to(url);
    try (Connection connection = source.getConnection();
        PreparedStatement insert = connection.prepareStatement(LOAD)) {
      insert.setInt(1, messages);
      insert.executeUpdate();
    }
  }

  @Override
  public void go() {
    scheduler.resume();
  }

  @Override
  public void rest() {
    scheduler.pause();
  }
}
