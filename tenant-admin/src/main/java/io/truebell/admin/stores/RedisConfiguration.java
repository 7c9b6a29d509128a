package io.truebell.admin.stores;

import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The way to Redis. Connects when first used, so that the platform starts without it. */
@Configuration(proxyBeanMethods = false)
class RedisConfiguration {
  private static final int PATIENCE_MS = 500;

  @Bean(destroyMethod = "shutdown")
  RedissonClient redisson(RedisSettings settings) {
    Config config = new Config();
    config.setCodec(ByteArrayCodec.INSTANCE);
    config.setLazyInitialization(true);
    config.setThreads(2);
    config.setNettyThreads(2);
    config
        .useSingleServer()
        .setAddress(settings.url())
        .setConnectTimeout(PATIENCE_MS)
        .setTimeout(PATIENCE_MS)
        .setRetryAttempts(0)
        .setConnectionMinimumIdleSize(1)
        .setConnectionPoolSize(16)
        .setSubscriptionConnectionMinimumIdleSize(0)
        .setSubscriptionConnectionPoolSize(2);
    return Redisson.create(config);
  }
}
