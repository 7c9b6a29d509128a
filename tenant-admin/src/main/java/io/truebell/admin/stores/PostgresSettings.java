package io.truebell.admin.stores;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The PostgreSQL of the platform.
 *
 * @param url JDBC URL
 * @param user role that may create schemas
 * @param password its password, if it has one
 * @param connections most connections for tenants' requests, 4 to 200; half as many serve the
 *     platform's own tables
 * @param dispatchConnections connections that the dispatcher keeps for itself, 1 to 50
 */
@ConfigurationProperties("truebell.postgres")
record PostgresSettings(
    String url,
    @Nullable String user,
    @Nullable String password,
    @DefaultValue("16") int connections,
    @DefaultValue("4") int dispatchConnections) {
  PostgresSettings {
    if (url == null || !url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException("truebell.postgres.url must be a jdbc:postgresql: URL");
    }
    if (connections < 4 || connections > 200) {
      throw new IllegalArgumentException("truebell.postgres.connections must be from 4 to 200");
    }
    if (dispatchConnections < 1 || dispatchConnections > 50) {
      throw new IllegalArgumentException(
          "truebell.postgres.dispatch-connections must be from 1 to 50");
    }
  }

  @Override
  public String toString() {
    return "PostgresSettings[" + connections + " connections]";
  }
}
