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
 * Two ways to PostgreSQL over one pool: the tenant's, which needs an open scope, and the
 * platform's, where every table is named with its schema.
 */
@Configuration(proxyBeanMethods = false)
class PostgresConfiguration {
  /** Does not exist: a query that names no schema and has no scope fails. */
  private static final String NOWHERE = "unscoped";

  private static final long PATIENCE_MS = 5_000;

  @Bean(defaultCandidate = false)
  HikariDataSource pool(PostgresSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setPoolName("truebell");
    config.setJdbcUrl(settings.url());
    config.setUsername(settings.user());
    config.setPassword(settings.password());
    config.setSchema(NOWHERE);
    config.setMaximumPoolSize(settings.connections());
    config.setMinimumIdle(2);
    config.setConnectionTimeout(PATIENCE_MS);
    config.addDataSourceProperty("ApplicationName", "truebell");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    return new HikariDataSource(config);
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
      @Qualifier("pool") HikariDataSource pool, SchemaMigrations migrated) {
    return new TenantDataSource(pool);
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
