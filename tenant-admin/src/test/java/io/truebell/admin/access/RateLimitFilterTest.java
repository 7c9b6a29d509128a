package io.truebell.admin.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.FullStack;
import io.truebell.admin.habits.Problems;
import io.truebell.admin.limits.LimitSettings;
import io.truebell.admin.limits.RateLimits;
import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import java.time.Clock;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.redisson.api.RedissonClient;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.mock.web.MockFilterChain;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.util.unit.DataSize;

class RateLimitFilterTest extends FullStack {
  @Autowired private RedissonClient redis;
  @Autowired private Problems problems;

  @AfterEach
  void nobodyIsAsking() {
    SecurityContextHolder.clearContext();
  }

  @Test
  void aTenantThatAsksTooOftenWithAnyOfItsKeysIsToldWhenToComeBack() throws Exception {
    LimitSettings two = new LimitSettings(DataSize.ofMegabytes(1), DataSize.ofMegabytes(1), 2);
    RateLimitFilter filter =
        new RateLimitFilter(RateLimits.of(redis, two, Clock.systemUTC()), two, problems);
    UUID tenant = UUID.randomUUID();

    assertThat(ask(filter, tenant, "key1").getHeader("RateLimit"))
        .startsWith("\"requests\";r=1;t=");
    assertThat(ask(filter, tenant, "key2").getStatus()).isEqualTo(200);
    MockHttpServletResponse refused = ask(filter, tenant, "key3");

    assertThat(refused.getStatus()).isEqualTo(429);
    assertThat(refused.getContentAsString()).contains("\"code\":\"too_many_requests\"");
    assertThat(Integer.parseInt(refused.getHeader("Retry-After"))).isBetween(1, 60);
    assertThat(refused.getHeader("RateLimit")).startsWith("\"requests\";r=0;t=");
    assertThat(ask(filter, UUID.randomUUID(), "key4").getStatus()).isEqualTo(200);
  }

  private static MockHttpServletResponse ask(RateLimitFilter filter, UUID id, String key)
      throws Exception {
    TenantId tenantId = new TenantId(id);
    Tenant tenant = new Tenant(tenantId, "slug", Tenant.schemaOf(tenantId), false);
    SecurityContextHolder.getContext()
        .setAuthentication(
            new KeyAuthentication(
                new Caller(new Actor("api_key", key), tenant, Set.of(Scope.KEYS))));
    MockHttpServletResponse response = new MockHttpServletResponse();
    filter.doFilter(new MockHttpServletRequest(), response, new MockFilterChain());
    return response;
  }
}
