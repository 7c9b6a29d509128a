package com.example.doomed;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Receipts;
import io.truebell.core.tenancy.Tenants;
import io.truebell.core.wire.Wire;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** What a node gets from the jar that a test puts on its class path. */
@AutoConfiguration
public class DoomedNode {
  /** No node outlives its test. */
  DoomedNode() {
    ProcessHandle test = ProcessHandle.current().parent().orElseThrow();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              test.onExit().join();
              Runtime.getRuntime().halt(1);
            });
  }

  @Bean
  static BeanPostProcessor doomedPools() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof HikariDataSource pool ? doomed(pool) : bean;
      }
    };
  }

  private static HikariDataSource doomed(HikariDataSource pool) {
    HikariConfig config = new HikariConfig();
    pool.copyStateTo(config);
    pool.close();
    String url = config.getJdbcUrl();
    Properties properties = new Properties();
    properties.putAll(config.getDataSourceProperties());
    config.setJdbcUrl(null);
    config.setDataSourceProperties(new Properties());
    config.setDataSource(new DoomedDataSource(url, properties));
    return new HikariDataSource(config);
  }

  @Bean
  Stopping stopping() {
    return new Stopping();
  }

  @Bean
  ChannelAdapter courier(Wire wire, Environment environment) {
    return new CourierAdapter(wire, environment.getRequiredProperty("doomed.courier"));
  }

  @Bean
  CourierReceipts courierReceipts(Receipts receipts, Tenants tenants, Environment environment) {
    return new CourierReceipts(
        receipts, tenants, environment.getRequiredProperty("doomed.courier"));
  }

  /** Hears that the node was asked to stop. */
  static final class Stopping implements ApplicationListener<ContextClosedEvent> {
    @Override
    public void onApplicationEvent(ContextClosedEvent closed) {
      Doom.stopping();
      Doom.at("begun");
    }
  }

  private static final class DoomedDataSource extends AbstractDataSource {
    private final String url;
    private final Properties properties;

    DoomedDataSource(String url, Properties properties) {
      this.url = url;
      this.properties = properties;
    }

    @Override
    public Connection getConnection() throws SQLException {
      return DoomedConnection.around(DriverManager.getConnection(url, properties));
    }

    @Override
    public Connection getConnection(@Nullable String user, @Nullable String password)
        throws SQLException {
      return getConnection();
    }
  }
}
