package io.truebell.admin.access;

import io.truebell.admin.habits.Problems;
import io.truebell.admin.keys.Credentials;
import io.truebell.admin.limits.LimitSettings;
import io.truebell.admin.limits.RateLimits;
import io.truebell.admin.session.BrowserSessions;
import java.time.Clock;
import org.redisson.api.RedissonClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/**
 * Everything below {@code /v1} needs a key or a signed-in browser; what else is served is public on
 * purpose.
 */
@Configuration(proxyBeanMethods = false)
@EnableMethodSecurity
class AccessConfiguration {
  private static final String CONTENT_POLICY =
      "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
          + " script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  @Bean
  SecurityFilterChain chain(
      HttpSecurity http,
      Credentials credentials,
      BrowserSessions sessions,
      Problems problems,
      RateLimits limits,
      LimitSettings settings,
      RoleSettings node) {
    if (node.role() == Role.WORKER) {
      http.addFilterBefore(new WorkerFilter(problems), CsrfFilter.class);
    }
    return http.csrf(CsrfRules::apply)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .anonymous(AbstractHttpConfigurer::disable)
        .sessionManagement(
            session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .authorizeHttpRequests(
            requests ->
                requests
                    .requestMatchers("/v1/openapi.json", BrowserSessions.ADDRESS)
                    .permitAll()
                    .requestMatchers("/v1/**")
                    .authenticated()
                    .requestMatchers("/metrics")
                    .hasAuthority("SCOPE_operator")
                    .anyRequest()
                    .permitAll())
        .headers(
            headers ->
                headers
                    .contentSecurityPolicy(policy -> policy.policyDirectives(CONTENT_POLICY))
                    .referrerPolicy(policy -> {}))
        .addFilterBefore(new KeyFilter(credentials, sessions, problems), AuthorizationFilter.class)
        .addFilterBefore(new RateLimitFilter(limits, settings, problems), AuthorizationFilter.class)
        .exceptionHandling(
            refusals ->
                refusals
                    .authenticationEntryPoint(
                        (request, response, e) -> {
                          response.setHeader(
                              HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"truebell\"");
                          problems.write(request, response, Refusals.unauthenticated());
                        })
                    .accessDeniedHandler(
                        (request, response, e) ->
                            problems.write(request, response, Refusals.denied(e))))
        .build();
  }

  @Bean
  RateLimits rateLimits(RedissonClient redis, LimitSettings settings, Clock clock) {
    return RateLimits.of(redis, settings, clock);
  }

  @Bean
  RequestRejectedHandler rejected(Problems problems) {
    return (request, response, e) -> problems.write(request, response, Refusals.badAddress());
  }
}
