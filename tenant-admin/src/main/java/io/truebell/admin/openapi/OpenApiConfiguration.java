package io.truebell.admin.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.truebell.admin.session.BrowserSessions;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the description of the API says before any endpoint is looked at. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {
  static final String KEY = "api_key";
  static final String SESSION = "session";

  private static final String DESCRIPTION =
      """
      A multi-tenant notification platform that tells the truth about every message: accepted by a \
      third party and delivered are different states here, and every state can be explained.

      All bodies are JSON in UTF-8 with snake_case names; unknown fields are refused. Times are ISO \
      8601 in UTC. Lists are paged by an opaque cursor, newest first. Refusals are \
      application/problem+json with a stable code. Every answer carries X-Request-Id, RateLimit and \
      RateLimit-Policy.
      """;

  @Bean
  OpenAPI description() {
    return new OpenAPI()
        .info(
            new Info()
                .title("Truebell")
                .version("v1")
                .description(DESCRIPTION)
                .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
        .servers(List.of(new Server().url("/").description("this platform")))
        .components(
            new Components()
                .addSecuritySchemes(
                    KEY,
                    new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .description(
                            "An API key (tbk_…) of a tenant, or of an operator (tbo_…). It alone"
                                + " decides whose data a request is about."))
                .addSecuritySchemes(
                    SESSION,
                    new SecurityScheme()
                        .type(SecurityScheme.Type.APIKEY)
                        .in(SecurityScheme.In.COOKIE)
                        .name(BrowserSessions.COOKIE)
                        .description(
                            "A browser that signed in with a tenant's key. A request that changes"
                                + " something also needs the header X-XSRF-TOKEN with the value of"
                                + " the cookie XSRF-TOKEN.")))
        .addSecurityItem(new SecurityRequirement().addList(KEY))
        .addSecurityItem(new SecurityRequirement().addList(SESSION));
  }
}
