package io.truebell.bench.scenario;

import io.truebell.infra.PostgresAccess;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** One connection that writes such rows, a transaction for each notification. */
final class PlainClient implements AutoCloseable {
  private final Connection connection;
  private final List<PreparedStatement> statements = new ArrayList<>();
  private final List<Integer> factPlaces = new ArrayList<>();
  private final List<Boolean> takesMessages = new ArrayList<>();

  PlainClient(PostgresAccess access, PlainRows rows) throws SQLException {
    connection = DriverManager.getConnection(access.jdbcUrl(), access.user(), access.password());
    connection.setAutoCommit(false);
    for (String sql : rows.statements()) {
      statements.add(connection.prepareStatement(sql));
      factPlaces.add(PlainRows.factPlaces(sql));
      takesMessages.add(sql.contains("?::uuid[]"));
    }
  }

  void write(int messages) {
    try {
      String fact = UUID.randomUUID().toString();
      String[] ids = new String[messages];
      for (int i = 0; i < messages; i++) {
        ids[i] = timeOrdered();
      }
      for (int i = 0; i < statements.size(); i++) {
        PreparedStatement statement = statements.get(i);
        int place = 1;
        for (; place <= factPlaces.get(i); place++) {
          statement.setString(place, fact);
        }
        if (takesMessages.get(i)) {
          statement.setArray(place, connection.createArrayOf("text", ids));
        }
        statement.executeUpdate();
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As the application's ids: time first, so that indexes grow at their end. */
  private static String timeOrdered() {
    UUID random = UUID.randomUUID();
    long time = System.currentTimeMillis() << 16;
    return new UUID(
            time | 0x7000 | (random.getMostSignificantBits() & 0xfff),
            random.getLeastSignificantBits())
        .toString();
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
