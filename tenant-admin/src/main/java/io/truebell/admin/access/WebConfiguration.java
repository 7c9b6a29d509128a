package io.truebell.admin.access;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** What stands before every controller of the API. */
@Configuration(proxyBeanMethods = false)
class WebConfiguration implements WebMvcConfigurer {
  @Override
  public void addInterceptors(InterceptorRegistry registry) {
    registry
        .addInterceptor(new ScopeInterceptor())
        .addPathPatterns("/v1/**")
        .excludePathPatterns("/v1/openapi.json");
  }
}
