package io.truebell.infra;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

/**
 * The passwords of the embedded stores. Other people on the machine can reach a loopback port, so
 * that "no password" would open the data to them.
 */
record StorePasswords(String postgres, String redis) {
  private static final String FILE = "stores.properties";

  static StorePasswords of(DataFolder folder) {
    Path file = folder.path(FILE);
    if (Files.exists(file)) {
      return read(file);
    }
    if (Files.exists(folder.path(PostgresServer.HOME))) {
      throw new StartProblem(file + " is missing beside existing data: restore it, or use --fresh");
    }
    StorePasswords made = new StorePasswords(OwnerOnly.password(), OwnerOnly.password());
    folder.write(FILE, "postgres=" + made.postgres + "\nredis=" + made.redis + "\n");
    return made;
  }

  private static StorePasswords read(Path file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new StartProblem("cannot read " + file + ": " + e.getMessage(), e);
    }
    String postgres = properties.getProperty("postgres");
    String redis = properties.getProperty("redis");
    if (postgres == null || redis == null) {
      throw new StartProblem(file + " is broken: restore it, or use --fresh");
    }
    return new StorePasswords(postgres, redis);
  }

  @Override
  public String toString() {
    return "StorePasswords[hidden]";
  }
}
