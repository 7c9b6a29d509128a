package io.truebell.bench.stage;

import io.truebell.infra.PostgresAccess;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Asks a database how far a contestant is, and makes it ready for the next repetition. */
public final class Watch implements AutoCloseable {
  private final Connection connection;

  public Watch(Stores stores, PostgresAccess database) throws SQLException {
    connection = stores.watcher(database);
  }

  /** The first column of the first row. */
  public long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  public boolean holds(String condition) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT " + condition)) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /** The first column of the first row, as text. */
  public String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** The first column. */
  public List<String> texts(String sql) throws SQLException {
    List<String> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        found.add(row.getString(1));
      }
    }
    return found;
  }

  /** Runs statements of the benchmark's own. */
  public void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
