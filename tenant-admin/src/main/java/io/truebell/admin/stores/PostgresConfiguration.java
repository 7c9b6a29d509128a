package io.truebell.admin.stores;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.TenantDataSource;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Two ways to PostgreSQL: the tenant's, which needs an open scope, and the platform's, where every
 * table is named with its schema. Each has connections of its own, and so has the dispatcher.
 */
@Configuration(proxyBeanMethods = false)
class PostgresConfiguration {
  /** Does not exist: a query that names no schema and has no scope fails. */
  private static final String NOWHERE = "unscoped";

  private static final long PATIENCE_MS = 5_000;

  private static final long LIFETIME_MS = 300_000;

  private static final long IDLE_MS = 120_000;

  /** Everything that the dispatcher asks goes by a key, in small sets: a scan is never right. */
  private static final String BY_KEYS =
      "-c jit=off -c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off"
          + " -c statement_timeout=30s -c lock_timeout=3s";

  /** For the platform's own tables. */
  @Bean(defaultCandidate = false)
  HikariDataSource pool(PostgresSettings settings) {
    int most = Math.max(4, settings.connections() / 2);
    HikariConfig config = connections(settings, "truebell-platform", most);
    config.setSchema(NOWHERE);
    // migrations run here, too; without any, a server that vanished would hold the finder for good
    config.addDataSourceProperty("socketTimeout", "300");
    return new HikariDataSource(config);
  }

  /** For tenants' tables; only the tenant-aware data source takes from it. */
  @Bean(defaultCandidate = false)
  HikariDataSource tenantPool(PostgresSettings settings) {
    HikariConfig config = connections(settings, "truebell", settings.connections());
    config.setSchema(NOWHERE);
    config.setMaxLifetime(LIFETIME_MS);
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("socketTimeout", "90");
    return new HikariDataSource(config);
  }

  /**
   * The dispatcher's own connections: the load of the API does not take them, and they keep a
   * tenant's schema and prepared statements from one visit to the next. They are replaced after
   * some minutes, since PostgreSQL remembers the catalogue of every schema that a connection has
   * seen.
   */
  @Bean(defaultCandidate = false)
  HikariDataSource lane(PostgresSettings settings) {
    HikariConfig config =
        connections(settings, "truebell-dispatch", settings.dispatchConnections());
    config.setMaxLifetime(LIFETIME_MS);
    config.addDataSourceProperty("options", BY_KEYS);
    config.addDataSourceProperty("prepareThreshold", "3");
    config.addDataSourceProperty("socketTimeout", "40");
    return new HikariDataSource(config);
  }

  private static HikariConfig connections(PostgresSettings settings, String name, int most) {
    HikariConfig config = new HikariConfig();
    config.setPoolName(name);
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.user());
    config.setPassword(settings.password());
    config.setMaximumPoolSize(most);
    config.setMinimumIdle(Math.min(most, 2));
    config.setConnectionTimeout(PATIENCE_MS);
    config.setIdleTimeout(IDLE_MS);
    config.addDataSourceProperty("ApplicationName", name);
    config.addDataSourceProperty("tcpKeepAlive", "true");
    return config;
  }

  /** Whoever takes this, or any bean below, finds the shared schemas migrated. */
  @Bean
  SchemaMigrations schemaMigrations(@Qualifier("pool") HikariDataSource pool) {
    SchemaMigrations migrations = new SchemaMigrations(pool);
    migrations.migratePlatform();
    migrations.migrateDatastore();
    return migrations;
  }

  @Bean
  @Primary
  TenantDataSource tenantDataSource(
      @Qualifier("tenantPool") HikariDataSource tenantPool,
      @Qualifier("lane") HikariDataSource lane,
      SchemaMigrations migrated) {
    return new TenantDataSource(tenantPool, lane);
  }

  @Bean
  @Primary
  JdbcClient tenantJdbc(DataSource tenantDataSource) {
    return JdbcClient.create(tenantDataSource);
  }

  @Bean(defaultCandidate = false)
  JdbcClient platformJdbc(@Qualifier("pool") HikariDataSource pool, SchemaMigrations migrated) {
    return JdbcClient.create(pool);
  }
}
