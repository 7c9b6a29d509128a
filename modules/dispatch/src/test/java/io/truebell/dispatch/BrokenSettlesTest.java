package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.testkit.Behaviour;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Settlements that the database ends. */
class BrokenSettlesTest {
  private static final int LONG_ENOUGH = 600;

  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
    UUID _ = spine.account("main");
  }

  @AfterEach
  void close() {
    spine.close();
  }

  @Test
  @Tag("SEND-6")
  void aDeadlockEndsASettlementWhichIsWrittenLaterAndNeverLeadsToASecondCall() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              await(answer);
              return Behaviour.answer(200, "ok");
            }));
    spine.reachable("ann", "a");
    var posted = spine.within(() -> spine.intake().post(Post.to("ann")));
    int claimed = spine.visit();
    spine.provider.awaitRequests(1);
    UUID delivery = spine.delivery("ann");

    try (Connection other = spine.sharedPool.getConnection();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      other.setAutoCommit(false);
      // the settlement has waited longer and finds the circle: it is the victim
      run(other, "SET LOCAL deadlock_timeout = '60s'");
      run(
          other,
          "SELECT FROM %s.delivery WHERE id = '%s' FOR UPDATE"
              .formatted(spine.tenant.schema(), delivery));
      answer.countDown();
      Future<?> settling = threads.submit(spine::settle);
      assertThat(blocksSomebody(other)).isTrue();
      int written =
          run(
              other,
              """
              INSERT INTO %s.attempt (delivery_id, attempt, started_at, ended_at, outcome, called, code, text, node)
              VALUES ('%s', 1, now(), now(), 'unknown', true, 'never_committed', '', 'elsewhere')
              ON CONFLICT DO NOTHING
              """
                  .formatted(spine.tenant.schema(), delivery));
      assertThat(written).as("the settlement had written its attempt, and lost it").isOne();
      assertThat(deadlocks()).isOne();
      other.rollback();
      Object _ = settling.get(1, TimeUnit.MINUTES);
    }

    assertThat(claimed).isOne();
    assertThat(posted.repeated()).isFalse();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.count("attempt")).isOne();
    assertThat(spine.provider.received()).hasSize(1);
  }

  private static boolean blocksSomebody(Connection holder)
      throws SQLException, InterruptedException {
    for (int i = 0; i < LONG_ENOUGH; i++) {
      if (number(
              holder,
              "SELECT count(*) FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))")
          > 0) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return false;
  }

  /** The server's statistics come some seconds late. */
  private long deadlocks() throws SQLException, InterruptedException {
    long seen = 0;
    for (int i = 0; i < LONG_ENOUGH && seen == 0; i++) {
      try (Connection connection = spine.sharedPool.getConnection()) {
        seen =
            number(
                connection,
                "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return seen;
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    }
  }

  private static int run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return statement.getUpdateCount();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
