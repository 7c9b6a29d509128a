package io.truebell;

import io.truebell.admin.keys.OperatorKeys;
import io.truebell.testkit.TestStores;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/**
 * The whole application on real stores, over HTTP. All tests below share one context: they make
 * their own tenants and never count on being alone.
 */
@SpringBootTest(
    classes = TruebellApplication.class,
    webEnvironment = WebEnvironment.RANDOM_PORT,
    properties = "truebell.limits.requests-per-minute=100000")
public abstract class FullStack {
  /** What a tenant's key can be allowed. */
  protected static final List<String> ALL_SCOPES =
      List.of(
          "notifications:write",
          "notifications:read",
          "inbox",
          "recipients",
          "channels",
          "grants",
          "plans",
          "policies",
          "keys");

  private static final AtomicInteger TENANTS = new AtomicInteger();

  @Autowired private Environment environment;
  @Autowired private OperatorKeys operatorKeys;

  @DynamicPropertySource
  static void stores(DynamicPropertyRegistry registry) {
    registry.add("truebell.postgres.url", StackDatabase::url);
    registry.add("truebell.redis.url", TestStores::redisUrl);
    registry.add(
        "truebell.vault.master-key", () -> Base64.getEncoder().encodeToString(new byte[32]));
  }

  /** The API for somebody without a key. */
  protected Api nobody() {
    return new Api("http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"));
  }

  /** The API for an operator. */
  protected Api operator() {
    return nobody().as(operatorKeys.issue("test"));
  }

  /** A new tenant that may use the sandbox, with a key for everything. */
  protected TestTenant newTenant() {
    Api operator = operator();
    String slug = "tenant-" + TENANTS.incrementAndGet();
    Api.Answer tenant =
        operator.post(
            "/v1/operator/tenants", Map.of("slug", slug, "name", slug, "sandbox_allowed", true));
    tenant.expect(201);
    String id = tenant.json().path("id").asString();
    Api.Answer key =
        operator.post(
            "/v1/operator/tenants/" + id + "/api-keys",
            Map.of("name", "all", "scopes", ALL_SCOPES));
    key.expect(201);
    String secret = key.json().path("key").asString();
    return new TestTenant(id, slug, nobody().as(secret), secret);
  }

  /** A tenant of a test, its API and the key to it. */
  protected record TestTenant(String id, String slug, Api api, String key) {}

  /** One database for the shared context. */
  private static final class StackDatabase {
    private static final String URL = TestStores.freshDatabase();

    static String url() {
      return URL;
    }
  }
}
