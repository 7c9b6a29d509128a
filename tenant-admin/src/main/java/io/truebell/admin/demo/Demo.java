package io.truebell.admin.demo;

import io.truebell.admin.keys.ApiKeys;
import io.truebell.admin.keys.Credentials;
import io.truebell.admin.keys.OperatorKeys;
import io.truebell.admin.tenants.TenantLife;
import io.truebell.admin.tenants.TenantRecord;
import io.truebell.core.identity.Actor;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** On a first run makes something to try, and on every run says where to look. */
@Component
@ConditionalOnBooleanProperty("truebell.demo.enabled")
class Demo implements ApplicationRunner {
  /** Whose day the stories tell. */
  static final String STORIES = "juniper";

  private static final String SLUG = "demo";

  private final DemoSettings settings;
  private final TenantLife life;
  private final ApiKeys apiKeys;
  private final OperatorKeys operatorKeys;
  private final Credentials credentials;
  private final Environment environment;

  Demo(
      DemoSettings settings,
      TenantLife life,
      ApiKeys apiKeys,
      OperatorKeys operatorKeys,
      Credentials credentials,
      Environment environment) {
    this.settings = settings;
    this.life = life;
    this.apiKeys = apiKeys;
    this.operatorKeys = operatorKeys;
    this.credentials = credentials;
    this.environment = environment;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    Map<String, String> known = DemoKeys.read(settings.file());
    // a file left from a wiped database holds keys that open nothing: they are made anew
    String operatorKey = usable(known, DemoKeys.OPERATOR_KEY).orElseGet(this::operatorKey);
    String key = usable(known, DemoKeys.KEY).orElseGet(() -> tenantKey(SLUG, "Demo"));
    Optional<String> pagesKey = pagesKey(known);
    DemoKeys.write(settings.file(), url(environment), key, operatorKey, pagesKey);
    Optional<String> newPagesKey = pagesKey.filter(k -> !k.equals(known.get(DemoKeys.PAGES_KEY)));
    say(!key.equals(known.get(DemoKeys.KEY)), key, operatorKey, newPagesKey);
  }

  /** Once there is one it is kept, also in a start without stories. */
  private Optional<String> pagesKey(Map<String, String> known) {
    return usable(known, DemoKeys.PAGES_KEY)
        .or(
            () ->
                settings.stories()
                    ? Optional.of(tenantKey(STORIES, "Juniper Clinic"))
                    : Optional.empty());
  }

  private Optional<String> usable(Map<String, String> known, String name) {
    return Optional.ofNullable(known.get(name))
        .filter(key -> credentials.recognise(key).isPresent());
  }

  private String operatorKey() {
    return operatorKeys.issue("demo");
  }

  private String tenantKey(String slug, String name) {
    TenantRecord tenant =
        life.bySlug(slug).orElseGet(() -> life.create(Actor.SYSTEM, slug, name, true, slug));
    return apiKeys.issue(tenant.id(), "demo", ApiKeys.TENANT_SCOPES, Actor.SYSTEM);
  }

  /** Where a program on this machine finds the API. */
  static String url(Environment environment) {
    String host = environment.getProperty("server.address", "localhost");
    return "http://" + host + ":" + environment.getRequiredProperty("local.server.port");
  }

  @SuppressWarnings("SystemOut") // said to the person at the terminal, not to the log
  private void say(boolean fresh, String key, String operatorKey, Optional<String> newPagesKey) {
    String keys =
        fresh
            ? "    tenant's key        %s%n    operator's key      %s%n".formatted(key, operatorKey)
            : "";
    String pages = newPagesKey.map(k -> "    sign in there with  %s%n".formatted(k)).orElse("");
    System.out.printf(
        """

          Truebell is ready at %1$s

            pages               %1$s/
        %4$s    API description     %1$s/v1/openapi.json
            health              %1$s/health
        %2$s    keys are kept in    %3$s

          Try:
            source %3$s
            curl -s -H "Authorization: Bearer $TRUEBELL_KEY" $TRUEBELL_URL/v1/tenant

          The five-minute tour is in README.md. Ctrl-C stops everything.

        """,
        url(environment), keys, settings.file(), pages);
  }
}
