package io.truebell.core.tenancy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;

/**
 * Brings schemas up to date. Every plugin carries its own scripts below {@code db/platform}, {@code
 * db/datastore} or {@code db/tenant}; versions are dates, so that plugins do not collide.
 */
public final class SchemaMigrations {
  /** The schema of the platform's own tables. */
  public static final String PLATFORM = "platform";

  /** The schema of what belongs to a datastore as a whole: due hints. */
  public static final String DATASTORE = "datastore";

  private final DataSource pool;

  /**
   * @param pool connections that are not bound to a tenant
   */
  public SchemaMigrations(DataSource pool) {
    this.pool = pool;
  }

  /** Migrates the platform's schema. */
  public void migratePlatform() {
    flyway(PLATFORM, "classpath:db/platform").migrate();
  }

  /** Migrates the datastore's shared schema. */
  public void migrateDatastore() {
    flyway(DATASTORE, "classpath:db/datastore").migrate();
  }

  /**
   * Creates the tenant's schema when it is missing and migrates it; safe to repeat after a crash.
   *
   * @throws FlywayException when a script fails; the schema stays at the last good version
   */
  public void migrateTenant(String schema) {
    flyway(schema, "classpath:db/tenant").migrate();
  }

  /**
   * A stamp of all tenant scripts on the class path. A tenant whose stored stamp equals it needs no
   * visit.
   */
  public String tenantStamp() {
    String all =
        Arrays.stream(flyway("unscoped", "classpath:db/tenant").info().all())
            .map(SchemaMigrations::line)
            .sorted()
            .collect(Collectors.joining("\n"));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(all.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String line(MigrationInfo script) {
    return script.getVersion() + " " + Objects.requireNonNullElse(script.getChecksum(), 0);
  }

  private Flyway flyway(String schema, String location) {
    return Flyway.configure()
        .dataSource(pool)
        .schemas(schema)
        .defaultSchema(schema)
        .createSchemas(true)
        .locations(location)
        .failOnMissingLocations(false)
        .ignoreMigrationPatterns("*:missing")
        .outOfOrder(true)
        .load();
  }
}
