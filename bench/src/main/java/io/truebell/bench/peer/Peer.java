package io.truebell.bench.peer;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A process with one engine: reads {@code load <n> [<url>]}, {@code go} and {@code rest}. */
public final class Peer {
  private static final int CONNECTIONS = 16;

  private final Engine engine;

  private Peer(Engine engine) {
    this.engine = engine;
  }

  /**
   * Runs one until its input ends.
   *
   * @param arguments the engine's name, JDBC URL, user, password, most calls at once
   */
  public static void main(String[] arguments)
      throws IOException, SQLException, InterruptedException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(arguments[1]);
    config.setUsername(arguments[2]);
    config.setPassword(arguments[3]);
    config.setMaximumPoolSize(CONNECTIONS);
    int inFlight = Integer.parseInt(arguments[4]);
    HikariDataSource source = new HikariDataSource(config);
    new Peer(engine(arguments[0], source, inFlight)).obey();
    Runtime.getRuntime().halt(0);
  }

  private static Engine engine(String name, DataSource source, int inFlight) throws SQLException {
    return switch (name) {
      case "floor" -> new Floor(source, inFlight);
      case "db-scheduler" -> new DbSchedulerPeer(source, inFlight);
      case "jobrunr" -> new JobRunrPeer(source, inFlight);
      default -> throw new IllegalArgumentException("no such engine: " + name);
    };
  }

  private void obey() throws IOException, SQLException, InterruptedException {
    say("ready");
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = orders.readLine(); line != null; line = orders.readLine()) {
      String[] words = line.split(" ", -1);
      switch (words[0]) {
        case "load" -> engine.load(Integer.parseInt(words[1]), words.length > 2 ? words[2] : "");
        case "go" -> engine.go();
        case "rest" -> engine.rest();
        default -> throw new IllegalArgumentException(line);
      }
      say("done");
    }
  }

  @SuppressWarnings("SystemOut") // read by the process that started this one
  private static void say(String line) {
    System.out.println("peer " + line);
  }
}
