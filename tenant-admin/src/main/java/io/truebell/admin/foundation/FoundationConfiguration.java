package io.truebell.admin.foundation;

import io.truebell.core.rest.Ids;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Time, ids and JSON. */
@Configuration(proxyBeanMethods = false)
class FoundationConfiguration {
  @Bean
  @ConditionalOnMissingBean
  Clock clock() {
    return Clock.systemUTC();
  }

  @Bean
  Ids ids(Clock clock) {
    return new TimeOrderedIds(clock);
  }

  @Bean
  JsonMapper jsonMapper() {
    return StrictJson.mapper();
  }
}
