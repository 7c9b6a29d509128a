package io.truebell.start;

import io.truebell.infra.EmbeddedStores;
import io.truebell.infra.PostgresAccess;
import java.util.HashMap;
import java.util.Map;
import org.springframework.core.env.Environment;

/** Which stores have no settings, and whether the key that seals secrets is missing too. */
record MissingStores(boolean postgres, boolean redis, boolean masterKey) {

  static MissingStores of(Environment environment) {
    return new MissingStores(
        lacks(environment, "truebell.postgres.url"),
        lacks(environment, "truebell.redis.url"),
        lacks(environment, "truebell.vault.master-key-file")
            && lacks(environment, "truebell.vault.master-key"));
  }

  private static boolean lacks(Environment environment, String setting) {
    return environment.getProperty(setting, "").isBlank();
  }

  boolean none() {
    return !postgres && !redis;
  }

  /**
   * Starts them and returns the settings that lead to them. A key is only made for data that lies
   * beside it: with a PostgreSQL of one's own, losing this folder must not lose the secrets.
   */
  Map<String, Object> startOn(EmbeddedStores stores) {
    Map<String, Object> settings = new HashMap<>();
    if (postgres) {
      if (masterKey) {
        settings.put("truebell.vault.master-key-file", stores.masterKeyFile().toString());
      }
      PostgresAccess access = stores.startPostgres();
      settings.put("truebell.postgres.url", access.jdbcUrl());
      settings.put("truebell.postgres.user", access.user());
      settings.put("truebell.postgres.password", access.password());
      // the folder's lock keeps others out: claims found at the start were left behind
      settings.put("truebell.dispatch.sole-worker", "true");
    }
    if (redis) {
      settings.put("truebell.redis.url", stores.startRedis());
    }
    return settings;
  }
}
