package io.truebell.admin.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.Api;
import io.truebell.Api.Answer;
import io.truebell.FullStack;
import io.truebell.admin.keys.OperatorKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

class SessionApiTest extends FullStack {
  private static final String HASH = "encode(sha256(convert_to(:cookie, 'UTF8')), 'hex')";

  @Autowired private OperatorKeys operatorKeys;

  @Autowired
  @Qualifier("platformJdbc") private JdbcClient jdbc;

  @Test
  void aBrowserSignsInWithAKeyAndIsWhoTheKeyIs() {
    TestTenant tenant = newTenant();
    Browser browser = Browser.opened(nobody());

    JsonNode signedIn = browser.signIn(tenant.key()).expect(200).json();

    assertThat(signedIn).isEqualTo(tenant.api().get("/v1/tenant").json());
    assertThat(browser.get("/v1/session").expect(200).json()).isEqualTo(signedIn);
    assertThat(browser.get("/v1/tenant").expect(200).json()).isEqualTo(signedIn);
    Answer answer = browser.get("/v1/messages").expect(200);
    assertThat(answer.header("RateLimit")).isNotBlank();
  }

  @Test
  @Tag("SEAL-2")
  void theSessionsCookieCannotBeReadByScriptsOrSentFromElsewhereAndHoldsNoKey() {
    TestTenant tenant = newTenant();
    Browser browser = Browser.opened(nobody());
    Answer answer = browser.signIn(tenant.key()).expect(200);

    assertThat(browser.flags(Browser.SESSION))
        .contains("HttpOnly", "SameSite=Strict", "Path=/")
        .doesNotContain("Secure", "Domain", "Max-Age");
    assertThat(browser.flags(Browser.CSRF))
        .contains("SameSite=Strict", "Path=/")
        .doesNotContain("HttpOnly");
    assertThat(answer.text()).doesNotContain(tenant.key(), browser.cookie(Browser.SESSION));
    assertThat(Browser.setCookies(answer)).noneMatch(line -> line.contains(tenant.key()));
  }

  @Test
  @Tag("SEAL-2")
  void theServerKeepsTheKeysIdAndAHashOfTheCookie() {
    TestTenant tenant = newTenant();
    Browser browser = signedIn(tenant);
    String row =
        jdbc.sql(
                "SELECT s::text || string_agg(a.attribute_name || convert_from(a.attribute_bytes,"
                    + " 'UTF8'), ' ') FROM platform.browser_session s JOIN"
                    + " platform.browser_session_attributes a ON a.session_primary_id ="
                    + " s.primary_id WHERE s.session_id = "
                    + HASH
                    + " GROUP BY s.*")
            .param("cookie", browser.cookie(Browser.SESSION))
            .query(String.class)
            .single();

    assertThat(row).contains(keyId(tenant)).doesNotContain(browser.cookie(Browser.SESSION));
    assertThat(row).doesNotContain(tenant.key(), tenant.key().substring(13));
  }

  @Test
  void eachSignInMakesAnotherIdAndEndsTheSessionBefore() {
    TestTenant tenant = newTenant();
    Browser browser = Browser.opened(nobody());
    String planted = UUID.randomUUID().toString();
    browser.set(Browser.SESSION, planted);

    browser.signIn(tenant.key()).expect(200);
    String first = browser.cookie(Browser.SESSION);
    Browser other = new Browser(nobody());
    other.set(Browser.SESSION, first);
    other.get("/v1/tenant").expect(200);
    browser.signIn(tenant.key()).expect(200);

    assertThat(first).isNotEqualTo(planted);
    assertThat(browser.cookie(Browser.SESSION)).isNotEqualTo(first);
    other.get("/v1/tenant").problem(401, "unauthenticated");
    Browser fixed = new Browser(nobody());
    fixed.set(Browser.SESSION, planted);
    fixed.get("/v1/tenant").problem(401, "unauthenticated");
  }

  @Test
  void aWrongKeyIsNamedAndAnOperatorIsToldThatThesePagesAreForTenants() {
    TestTenant tenant = newTenant();
    Browser browser = Browser.opened(nobody());
    String forged = tenant.key().substring(0, 50) + "000000";

    JsonNode problem = browser.signIn(forged).problem(401, "unauthenticated");
    assertThat(problem.path("errors").path(0).path("field").asString()).isEqualTo("key");
    browser.signIn(operatorKeys.issue("test")).blames("key", "operator_key");
    browser.post("/v1/session", Map.of()).blames("key", "required");
    assertThat(browser.cookie(Browser.SESSION)).isNull();
  }

  @Test
  @Tag("WALL-1")
  void aPageThatWasLoadedForAnotherTenantAsksForNothing() {
    TestTenant first = newTenant();
    TestTenant second = newTenant();
    Browser browser = signedIn(first);
    browser.signIn(second.key()).expect(200);

    Api stale = browser.sending().with("X-Truebell-Tenant", first.id());
    stale.get("/v1/messages").problem(409, "other_tenant");
    browser.sending().with("X-Truebell-Tenant", second.id()).get("/v1/messages").expect(200);
  }

  @Test
  void signingOutEndsTheSessionOnTheServer() {
    Browser browser = signedIn(newTenant());
    String cookie = browser.cookie(Browser.SESSION);

    browser.delete("/v1/session").expect(204);

    assertThat(browser.cookie(Browser.SESSION)).isNull();
    browser.get("/v1/session").problem(401, "unauthenticated");
    Browser thief = new Browser(nobody());
    thief.set(Browser.SESSION, cookie);
    thief.get("/v1/tenant").problem(401, "unauthenticated");
    assertThat(rows(cookie)).isZero();
    browser.delete("/v1/session").expect(204);
  }

  @Test
  void aRevokedOrExpiredKeyEndsItsSessionsWithTheNextRequest() {
    TestTenant tenant = newTenant();
    for (String end : List.of("revoked_at = now()", "expires_at = now() - interval '1 second'")) {
      JsonNode key = newKey(tenant, "keys");
      Browser browser = Browser.opened(nobody());
      browser.signIn(key.path("key").asString()).expect(200);
      String cookie = browser.cookie(Browser.SESSION);
      jdbc.sql("UPDATE platform.api_key SET " + end + " WHERE id = :id")
          .param("id", UUID.fromString(key.path("id").asString()))
          .update();

      browser.get("/v1/tenant").problem(401, "unauthenticated");

      assertThat(rows(cookie)).isZero();
      assertThat(browser.cookie(Browser.SESSION)).isNull();
    }
  }

  @Test
  void aSuspendedTenantsSessionWaitsAndADeletedOnesIsGone() {
    TestTenant tenant = newTenant();
    Browser browser = signedIn(tenant);
    Browser late = Browser.opened(nobody());
    String address = "/v1/operator/tenants/" + tenant.id();

    operator().post(address + ":suspend").expect(200);
    browser.get("/v1/messages").problem(403, "tenant_suspended");
    late.signIn(tenant.key()).problem(403, "tenant_suspended");
    assertThat(late.cookie(Browser.SESSION)).isNull();
    operator().post(address + ":resume").expect(200);
    browser.get("/v1/messages").expect(200);
    operator().delete(address + "?confirm=" + tenant.slug()).expect(204);

    browser.get("/v1/messages").problem(401, "unauthenticated");
  }

  @Test
  void aSessionEndsAfterEightIdleHoursAndAfterADayInAnyCase() {
    TestTenant tenant = newTenant();
    Browser idle = signedIn(tenant);
    age(idle, Duration.ofHours(8).minusMinutes(1), "last_access_time");
    idle.get("/v1/tenant").expect(200);
    age(idle, Duration.ofHours(8), "last_access_time");
    idle.get("/v1/tenant").problem(401, "unauthenticated");

    Browser busy = signedIn(tenant);
    age(busy, Duration.ofHours(24).minusMinutes(1), "creation_time");
    busy.get("/v1/tenant").expect(200);
    age(busy, Duration.ofMinutes(1), "creation_time");
    busy.get("/v1/tenant").problem(401, "unauthenticated");
  }

  @Test
  @Tag("WALL-1")
  void aSessionSeesItsOwnTenantAlone() {
    TestTenant ours = newTenant();
    TestTenant theirs = newTenant();
    theirs.api().put("/v1/recipients/mei.lin", person()).expect(201);
    String key = newKey(theirs, "keys").path("id").asString();
    Browser browser = signedIn(ours);

    browser.get("/v1/recipients/mei.lin").problem(404, "not_found");
    browser.get("/v1/api-keys/" + key).problem(404, "not_found");
    browser.delete("/v1/api-keys/" + key).problem(404, "not_found");
    assertThat(browser.get("/v1/session").json().path("slug").asString()).isEqualTo(ours.slug());
  }

  @Test
  void aSessionMayDoWhatItsKeyMayAndActsAsThatKey() {
    TestTenant tenant = newTenant();
    JsonNode key = newKey(tenant, "keys");
    Browser browser = Browser.opened(nobody());
    browser.signIn(key.path("key").asString()).expect(200);

    browser.get("/v1/messages").problem(403, "missing_scope");
    browser.get("/v1/operator/tenants").problem(403, "missing_scope");
    JsonNode made =
        browser
            .post("/v1/api-keys", Map.of("name", "made here", "scopes", List.of("keys")))
            .expect(201)
            .json();
    assertThat(
            jdbc.sql("SELECT created_by FROM platform.api_key WHERE id = :id")
                .param("id", UUID.fromString(made.path("id").asString()))
                .query(String.class)
                .single())
        .isEqualTo("api_key:" + key.path("prefix").asString());
  }

  @Test
  void aHeaderWinsOverTheCookieEvenAWrongOne() {
    TestTenant ours = newTenant();
    TestTenant theirs = newTenant();
    Browser browser = signedIn(ours);

    Answer answer = browser.sending().as(theirs.key()).get("/v1/tenant").expect(200);
    assertThat(answer.json().path("slug").asString()).isEqualTo(theirs.slug());
    browser.sending().as("nonsense").get("/v1/tenant").problem(401, "unauthenticated");
    // and needs no CSRF token
    browser.sending().as(theirs.key()).put("/v1/recipients/li", person()).expect(201);
    ours.api().get("/v1/recipients/li").problem(404, "not_found");
    browser.get("/v1/session").expect(200);
  }

  @Test
  void whatChangesSomethingNeedsTheCsrfHeader() {
    TestTenant tenant = newTenant();
    Browser browser = signedIn(tenant);
    Api forged = browser.sending();

    forged.put("/v1/recipients/li", person()).problem(403, "csrf");
    forged
        .with("X-XSRF-TOKEN", UUID.randomUUID().toString())
        .put("/v1/recipients/li", person())
        .problem(403, "csrf");
    forged.delete("/v1/session").problem(403, "csrf");
    forged.as(tenant.key()).delete("/v1/session").problem(403, "csrf");
    tenant.api().get("/v1/recipients/li").problem(404, "not_found");

    browser.put("/v1/recipients/li", person()).expect(201);
    forged.get("/v1/recipients/li").expect(200);
  }

  @Test
  void signingInNeedsTheCsrfHeader() {
    TestTenant tenant = newTenant();
    Map<String, String> body = Map.of("key", tenant.key());

    Answer refused = nobody().post("/v1/session", body);
    refused.problem(403, "csrf");
    assertThat(Browser.setCookies(refused)).noneMatch(c -> c.startsWith(Browser.SESSION));
    nobody().as(tenant.key()).post("/v1/session", body).problem(403, "csrf");
    nobody().post("/v1/%73ession", body).problem(403, "csrf");
    nobody().post("/%761/session", body).problem(403, "csrf");
  }

  @Test
  void callsWithAKeyPagesAndRefusalsSetNoCookie() {
    TestTenant tenant = newTenant();
    List<Answer> answers =
        List.of(
            tenant.api().get("/v1/tenant").expect(200),
            tenant.api().put("/v1/recipients/li", person()).expect(201),
            tenant.api().get("/v1/nowhere").expect(404),
            nobody().get("/v1/tenant").expect(401),
            nobody().post("/v1/notifications", Map.of()).expect(401),
            nobody().get("/").expect(200),
            nobody().get("/favicon.svg").expect(200),
            nobody().get("/v1/openapi.json").expect(200));
    assertThat(answers).flatExtracting(Browser::setCookies).isEmpty();
    assertThat(sessionsOf(tenant)).isZero();
  }

  @Test
  void aSafeRequestOfASignedInBrowserSetsNoCookieAnew() {
    Browser browser = signedIn(newTenant());
    assertThat(Browser.setCookies(browser.get("/v1/messages").expect(200))).isEmpty();
    assertThat(Browser.setCookies(browser.get("/v1/session").expect(200))).isEmpty();
  }

  private Browser signedIn(TestTenant tenant) {
    Browser browser = Browser.opened(nobody());
    browser.signIn(tenant.key()).expect(200);
    return browser;
  }

  private void age(Browser browser, Duration by, String column) {
    assertThat(
            jdbc.sql(
                    "UPDATE platform.browser_session SET %1$s = %1$s - :ms WHERE session_id = %2$s"
                        .formatted(column, HASH))
                .param("ms", by.toMillis())
                .param("cookie", browser.cookie(Browser.SESSION))
                .update())
        .isEqualTo(1);
  }

  private long rows(String cookie) {
    return jdbc.sql("SELECT count(*) FROM platform.browser_session WHERE session_id = " + HASH)
        .param("cookie", cookie)
        .query(Long.class)
        .single();
  }

  private long sessionsOf(TestTenant tenant) {
    return jdbc.sql("SELECT count(*) FROM platform.browser_session WHERE principal_name = :key")
        .param("key", keyId(tenant))
        .query(Long.class)
        .single();
  }

  private String keyId(TestTenant tenant) {
    return jdbc.sql("SELECT id::text FROM platform.api_key WHERE prefix = :prefix")
        .param("prefix", tenant.key().substring(4, 12))
        .query(String.class)
        .single();
  }

  private static JsonNode newKey(TestTenant tenant, String scope) {
    return tenant
        .api()
        .post("/v1/api-keys", Map.of("name", "second", "scopes", List.of(scope)))
        .expect(201)
        .json();
  }

  private static Map<String, String> person() {
    return Map.of("zone", "Asia/Shanghai", "locale", "zh-CN");
  }
}
