package io.truebell.process;

import io.truebell.process.Courier.Call;
import io.truebell.process.Traffic.Customer;
import io.truebell.testkit.RestartableStores;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * What happens to the stores while nodes work: restarts, connections cut off, statements cancelled,
 * a disk that is full, deadlocks. Goes on until it is told to clear up.
 */
final class Weather {
  /** What can happen. */
  enum Event {
    POSTGRES_RESTARTS,
    REDIS_RESTARTS,
    CONNECTIONS_BREAK,
    STATEMENTS_ARE_CANCELLED,
    THE_DISK_IS_FULL,
    DEADLOCK
  }

  private static final long FULL_MS = 2_500;
  private static final long BETWEEN_MS = 1_500;
  private static final Duration CALLED_WITHIN = Duration.ofSeconds(3);
  private static final int MOST_TRIES = 12;
  private static final String DEADLOCKED = "40P01";
  private static final String DEADLOCK_SAID = "ERROR: deadlock detected";
  private static final long BLOCKED_WITHIN_MS = 4_500;

  private final RestartableStores stores;
  private final Fleet fleet;
  private final List<Customer> customers;
  private final Random random;
  private final Map<Event, Integer> happened = new EnumMap<>(Event.class);
  private final List<String> troubles = new ArrayList<>();
  private final Thread thread;
  private volatile boolean running = true;

  Weather(RestartableStores stores, Fleet fleet, List<Customer> customers, long seed) {
    this.stores = stores;
    this.fleet = fleet;
    this.customers = customers;
    this.random = new Random(seed);
    this.thread = Thread.ofPlatform().name("weather").unstarted(this::run);
  }

  void begin() {
    thread.start();
  }

  /** Ends after what is happening now; the stores are up afterwards. */
  void clearUp() throws InterruptedException {
    running = false;
    thread.join();
  }

  /** Lets happen what has not happened yet, now that all nodes live; afterwards only. */
  void insist() throws SQLException, InterruptedException {
    for (Event event : Event.values()) {
      for (int i = 0; i < MOST_TRIES && !happened.containsKey(event); i++) {
        if (happens(event)) {
          happened.merge(event, 1, Integer::sum);
        }
      }
    }
  }

  Map<Event, Integer> happened() {
    return Map.copyOf(happened);
  }

  List<String> troubles() {
    return List.copyOf(troubles);
  }

  private void run() {
    try {
      for (int n = 0; running; n++) {
        Event event = Event.values()[n % Event.values().length];
        try {
          if (happens(event)) {
            happened.merge(event, 1, Integer::sum);
          }
        } catch (SQLException e) {
          troubles.add(event + ": " + e);
        }
        TimeUnit.MILLISECONDS.sleep(BETWEEN_MS + random.nextLong(BETWEEN_MS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean happens(Event event) throws SQLException, InterruptedException {
    return switch (event) {
      case POSTGRES_RESTARTS -> {
        stores.breakPostgres();
        TimeUnit.MILLISECONDS.sleep(random.nextLong(1_000));
        stores.resumePostgres();
        yield true;
      }
      case REDIS_RESTARTS -> {
        stores.breakRedis();
        TimeUnit.MILLISECONDS.sleep(random.nextLong(1_000));
        stores.resumeRedis();
        yield true;
      }
      case CONNECTIONS_BREAK -> signal("pg_terminate_backend");
      case STATEMENTS_ARE_CANCELLED -> signal("pg_cancel_backend");
      case THE_DISK_IS_FULL -> fillDisk();
      case DEADLOCK -> deadlock();
    };
  }

  /** To whoever is inside a transaction: an idle connection would not notice. */
  private boolean signal(String function) throws SQLException, InterruptedException {
    int hit = 0;
    for (int i = 0; i < 40 && hit < 3; i++) {
      try (Connection connection = connect();
          Statement statement = connection.createStatement();
          ResultSet row =
              statement.executeQuery(
                  "SELECT count("
                      + function
                      + "(pid)) FROM pg_stat_activity WHERE application_name LIKE 'truebell%'"
                      + " AND xact_start IS NOT NULL")) {
        row.next();
        hit += row.getInt(1);
      }
      TimeUnit.MILLISECONDS.sleep(20);
    }
    return hit > 0;
  }

  /** What PostgreSQL says when it cannot write: SQLSTATE 53100. */
  private boolean fillDisk() throws SQLException, InterruptedException {
    String schema = schema(customers.get(random.nextInt(customers.size())));
    String table = schema + (random.nextBoolean() ? ".attempt" : ".trace");
    execute(
        """
        CREATE OR REPLACE FUNCTION %s.disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100';
        END $$
        """
            .formatted(schema));
    execute(
        "CREATE TRIGGER disk_full BEFORE INSERT ON %s EXECUTE FUNCTION %s.disk_full()"
            .formatted(table, schema));
    try {
      TimeUnit.MILLISECONDS.sleep(FULL_MS);
    } finally {
      execute("DROP TRIGGER disk_full ON " + table);
    }
    return true;
  }

  /**
   * Holds a claimed delivery until its settlement waits for it, and then waits for what the
   * settlement holds. The settlement has waited longer, so it is the victim.
   */
  private boolean deadlock() throws SQLException, InterruptedException {
    long before = fleet.times(DEADLOCK_SAID);
    try {
      Optional<Call> call = fleet.courier().holdAll(CALLED_WITHIN);
      if (call.isEmpty() || !tiedUp(call.get())) {
        return false;
      }
    } finally {
      fleet.courier().releaseAll();
    }
    for (int wait = 0; wait < 30 && fleet.times(DEADLOCK_SAID) == before; wait++) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    return fleet.times(DEADLOCK_SAID) > before;
  }

  /** False when this call was settled before, or when not the settlement was the victim. */
  private boolean tiedUp(Call call) throws SQLException, InterruptedException {
    Customer customer =
        customers.stream().filter(c -> c.slug().equals(call.tenant())).findAny().orElseThrow();
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL deadlock_timeout = '20s'");
      try (ResultSet row =
          statement.executeQuery(
              "SELECT FROM %s.delivery WHERE id = '%s' AND attempt = %d AND state = 'CLAIMED' FOR UPDATE SKIP LOCKED"
                  .formatted(schema(customer), call.delivery(), call.attempt()))) {
        if (!row.next()) {
          return false;
        }
      }
      fleet.courier().releaseAll();
      if (!blocksSomebody(connection)) {
        return false;
      }
      statement.execute(
          """
          INSERT INTO %s.attempt (delivery_id, attempt, started_at, ended_at, outcome, called, code, text, node)
          VALUES ('%s', %d, now(), now(), 'unknown', true, 'never_committed', '', 'weather')
          ON CONFLICT DO NOTHING
          """
              .formatted(schema(customer), call.delivery(), call.attempt()));
      connection.rollback();
      return true;
    } catch (SQLException e) {
      if (DEADLOCKED.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private boolean blocksSomebody(Connection holder) throws SQLException, InterruptedException {
    int pid = number(holder, "SELECT pg_backend_pid()");
    for (long waited = 0; waited < BLOCKED_WITHIN_MS; waited += 50) {
      if (number(
              holder,
              "SELECT count(*) FROM pg_stat_activity WHERE "
                  + pid
                  + " = ANY (pg_blocking_pids(pid))")
          > 0) {
        return true;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return false;
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getInt(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(stores.postgresUrl());
  }

  static String schema(Customer customer) {
    return "t_" + customer.id().toString().replace("-", "");
  }
}
