package io.truebell.admin.session;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.admin.limits.RateLimits;
import io.truebell.core.tenancy.SchemaMigrations;
import java.time.Clock;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.session.web.http.CookieHttpSessionIdResolver;
import org.springframework.session.web.http.DefaultCookieSerializer;
import org.springframework.session.web.http.SessionRepositoryFilter;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring Session over the platform's tables, for the API alone: pages and assets have no session,
 * and a request with an API key never asks for one.
 */
@Configuration(proxyBeanMethods = false)
class SessionConfiguration {
  @Bean
  SessionRows sessionRows(
      @Qualifier("pool") HikariDataSource pool,
      @Qualifier("platformTransactions") TransactionTemplate platformTransactions,
      SchemaMigrations migrated,
      SessionSettings settings) {
    return new SessionRows(pool, platformTransactions, settings.idle());
  }

  @Bean
  FilterRegistrationBean<SessionRepositoryFilter<?>> sessionFilter(SessionRows rows) {
    SessionRepositoryFilter<?> filter = filter(rows.repository());
    FilterRegistrationBean<SessionRepositoryFilter<?>> registration =
        new FilterRegistrationBean<>(filter);
    registration.addUrlPatterns("/v1/*");
    registration.setOrder(SessionRepositoryFilter.DEFAULT_ORDER);
    return registration;
  }

  private static SessionRepositoryFilter<?> filter(JdbcIndexedSessionRepository repository) {
    DefaultCookieSerializer cookie = new DefaultCookieSerializer();
    cookie.setCookieName(BrowserSessions.COOKIE);
    cookie.setCookiePath("/");
    cookie.setSameSite("Strict");
    cookie.setUseHttpOnlyCookie(true);
    cookie.setUseBase64Encoding(false);
    // Secure follows the request: https has it, and http on this machine still works
    CookieHttpSessionIdResolver resolver = new CookieHttpSessionIdResolver();
    resolver.setCookieSerializer(cookie);
    SessionRepositoryFilter<?> filter = new SessionRepositoryFilter<>(repository);
    filter.setHttpSessionIdResolver(resolver);
    return filter;
  }

  /** Counts keys that were wrong, by client address. */
  @Bean(defaultCandidate = false)
  RateLimits wrongKeys(RedissonClient redis, SessionSettings settings, Clock clock) {
    return RateLimits.of(redis, settings.wrongKeysPerMinute(), clock);
  }
}
