package io.truebell.ledger.quotas;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.TenantScope;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Counts a tenant's requests. How much is used can always be asked: it is not counted. */
@Component
class CountApiCalls implements WebMvcConfigurer, HandlerInterceptor {
  private final ApiMeter meter;

  CountApiCalls(ApiMeter meter) {
    this.meter = meter;
  }

  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry
        .addInterceptor(this)
        .addPathPatterns("/v1/**")
        .excludePathPatterns("/v1/openapi.json", "/v1/usage");
  }

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    TenantScope.ifOpen()
        .filter(tenant -> !meter.take(tenant.id()))
        .ifPresent(
            tenant -> {
              throw new ApiProblem(
                  429,
                  "api_quota_used_up",
                  "This month's API calls are used up; GET /v1/usage says more.",
                  List.of());
            });
    return true;
  }
}
