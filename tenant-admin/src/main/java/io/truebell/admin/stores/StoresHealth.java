package io.truebell.admin.stores;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletionException;
import org.redisson.api.RedissonClient;
import org.redisson.api.redisnode.RedisNodes;
import org.redisson.client.RedisException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Without PostgreSQL nothing works; without Redis less does. */
@Configuration(proxyBeanMethods = false)
class StoresHealth {
  private static final int PATIENCE_S = 2;

  @Bean
  HealthIndicator postgresHealthIndicator(@Qualifier("pool") HikariDataSource pool) {
    return () -> {
      try (Connection connection = pool.getConnection()) {
        return (connection.isValid(PATIENCE_S) ? Health.up() : Health.down()).build();
      } catch (SQLException e) {
        return Health.down().build();
      }
    };
  }

  @Bean
  HealthIndicator redisHealthIndicator(RedissonClient redis) {
    return () -> {
      try {
        if (redis.getRedisNodes(RedisNodes.SINGLE).pingAll()) {
          return Health.up().build();
        }
      } catch (RedisException | CompletionException e) {
        // the same answer as a failed ping
      }
      return Health.status("DEGRADED").withDetail("effect", "limits are kept per node").build();
    };
  }
}
