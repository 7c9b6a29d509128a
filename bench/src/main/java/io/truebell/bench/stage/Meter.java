package io.truebell.bench.stage;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks at what the processes of a run, and others on the machine, use. */
public final class Meter implements AutoCloseable {
  private static final int CORES = Runtime.getRuntime().availableProcessors();

  // a change of the search path is a round trip and counts; BEGIN, COMMIT and ROLLBACK do not
  private static final String STATEMENTS =
      """
      SELECT coalesce(sum(calls), 0)
      FROM pg_stat_statements s JOIN pg_roles r ON r.oid = s.userid
      WHERE r.rolname = 'truebell' AND query !~* '^\\s*(begin|commit|rollback|start transaction)'
      """;

  private static final String COMMITS =
      """
      SELECT sum(xact_commit) FROM pg_stat_database
      """;

  private static final String WAL =
      """
      SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')
      """;

  private final Stores stores;
  private final Connection connection;
  private final List<JavaProcess> processes = new ArrayList<>();

  public Meter(Stores stores) throws SQLException {
    this.stores = stores;
    this.connection = stores.watcher(stores.postgres());
  }

  /** Counts this process as one of the run from now on. */
  public void count(JavaProcess process) {
    processes.add(process);
  }

  /** It has ended. */
  public void forget(JavaProcess process) {
    processes.remove(process);
  }

  /**
   * One look.
   *
   * @param ours processor time by process, the benchmark's own included
   */
  public record Look(
      long at, Map<String, Double> ours, double machine, long statements, long commits, long wal) {}

  public Look look() throws SQLException {
    Map<String, Double> ours = new LinkedHashMap<>();
    for (JavaProcess process : processes) {
      ours.merge(process.name(), Cpu.of(process.pid()), Double::sum);
    }
    ours.put("postgres", Cpu.ofFamily(stores.postgresPid()));
    ours.put("redis", Cpu.of(stores.redisPid()));
    ours.put("bench", Cpu.of(ProcessHandle.current().pid()));
    return new Look(
        System.nanoTime(), ours, Cpu.ofMachine(), one(STATEMENTS), one(COMMITS), one(WAL));
  }

  public static Usage between(Look from, Look to) {
    double seconds = (to.at() - from.at()) / 1e9;
    Map<String, Double> cpu = new LinkedHashMap<>();
    to.ours().forEach((name, used) -> cpu.put(name, used - from.ours().getOrDefault(name, 0.0)));
    double ours = cpu.values().stream().mapToDouble(d -> d).sum();
    double foreign = (to.machine() - from.machine() - ours) / (seconds * CORES);
    return new Usage(
        seconds,
        cpu,
        Math.max(0, foreign),
        to.statements() - from.statements(),
        to.commits() - from.commits(),
        to.wal() - from.wal());
  }

  private long one(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
