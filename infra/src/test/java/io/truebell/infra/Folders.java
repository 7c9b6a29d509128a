package io.truebell.infra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/** Data folders to start stores on, and what can be asked about them. */
final class Folders {
  static final String URL = "http://127.0.0.1:1";

  private static final Path ALL = Path.of("target", "stores").toAbsolutePath();

  private Folders() {}

  /** An empty data folder, which shares the unpacked servers with the others. */
  static Path empty() throws IOException {
    Path binaries = Files.createDirectories(ALL.resolve("bin"));
    Path folder = Files.createTempDirectory(ALL, "with space ");
    Files.createFile(folder.resolve(".truebell"));
    Files.createSymbolicLink(folder.resolve("bin"), binaries);
    return folder;
  }

  static void delete(Path folder) throws IOException {
    DataFolder.delete(folder);
  }

  /** The servers that run on {@code folder}, without the processes which they make themselves. */
  static List<ProcessHandle> processes(Path folder) {
    try (Stream<ProcessHandle> all = ProcessHandle.allProcesses()) {
      return all.filter(process -> serves(process, folder))
          .filter(process -> process.parent().stream().noneMatch(made -> serves(made, folder)))
          .toList();
    }
  }

  private static boolean serves(ProcessHandle process, Path folder) {
    return new StoreProcess(process, "postgres", folder.resolve("postgres")).runs()
        || new StoreProcess(process, "redis-server", folder.resolve("redis")).runs();
  }

  static void execute(PostgresAccess access, String sql) throws SQLException {
    try (Connection connection = connect(access);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static String query(PostgresAccess access, String sql) throws SQLException {
    try (Connection connection = connect(access);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static Connection connect(PostgresAccess access) throws SQLException {
    return DriverManager.getConnection(access.jdbcUrl(), access.user(), access.password());
  }
}
