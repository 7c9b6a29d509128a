package io.truebell.admin.stores;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The Redis of the platform.
 *
 * @param url {@code redis://} or {@code rediss://}, with {@code user:password@} where it wants one
 */
@ConfigurationProperties("truebell.redis")
record RedisSettings(String url) {
  RedisSettings {
    if (url == null || !url.matches("rediss?://.+")) {
      throw new IllegalArgumentException("truebell.redis.url must be a redis:// or rediss:// URL");
    }
  }

  @Override
  public String toString() {
    return "RedisSettings[hidden]";
  }
}
