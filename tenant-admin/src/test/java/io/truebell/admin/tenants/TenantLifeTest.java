package io.truebell.admin.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.Api;
import io.truebell.FullStack;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.core.vault.VaultException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.DefaultApplicationArguments;
import org.springframework.jdbc.core.simple.JdbcClient;

@Tag("WALL-2")
class TenantLifeTest extends FullStack {
  @Autowired private Tenants tenants;
  @Autowired private Vault vault;

  @Autowired private TenantCatchUp catchUp;

  @Autowired
  @Qualifier("platformJdbc") private JdbcClient jdbc;

  @Test
  void aNewTenantHasItsOwnSchemaAndIsActiveAtOnce() {
    TestTenant tenant = newTenant();

    assertThat(state(tenant)).isEqualTo("active");
    assertThat(schemas(tenant)).isEqualTo(1);
    assertThat(tenant.api().get("/v1/tenant").json().path("slug").asString())
        .isEqualTo(tenant.slug());
  }

  @Test
  void theSameIdempotencyKeyFindsTheTenantMadeBeforeAndAnotherOneIsRefused() {
    Map<String, String> body = Map.of("slug", "once-" + shortId(), "name", "Once");
    String key = "key-" + shortId();
    Api operator = operator().with("Idempotency-Key", key);
    String first =
        operator.post("/v1/operator/tenants", body).expect(201).json().path("id").asString();

    assertThat(operator.post("/v1/operator/tenants", body).expect(201).json().path("id").asString())
        .isEqualTo(first);
    operator()
        .with("Idempotency-Key", key + "2")
        .post("/v1/operator/tenants", body)
        .problem(409, "slug_taken");
    operator().post("/v1/operator/tenants", body).problem(409, "slug_taken");
  }

  @Test
  void anIdempotencyKeyStandsForOneTenantAsItWasAskedFor() {
    String slug = "asked-" + shortId();
    Map<String, Object> body = Map.of("slug", slug, "name", "Asked", "sandbox_allowed", true);
    Api operator = operator().with("Idempotency-Key", "key-" + shortId());
    String id =
        operator.post("/v1/operator/tenants", body).expect(201).json().path("id").asString();

    for (Map<String, Object> other :
        List.<Map<String, Object>>of(
            Map.of("slug", slug + "x", "name", "Asked", "sandbox_allowed", true),
            Map.of("slug", slug, "name", "Other", "sandbox_allowed", true),
            Map.of("slug", slug, "name", "Asked"))) {
      operator.post("/v1/operator/tenants", other).problem(409, "idempotency_key_reused");
    }
    operator.patch("/v1/operator/tenants/" + id, Map.of("sandbox_allowed", false)).expect(200);
    assertThat(operator.post("/v1/operator/tenants", body).expect(201).json().path("id").asString())
        .isEqualTo(id);
    operator()
        .with("Idempotency-Key", "k".repeat(129))
        .post("/v1/operator/tenants", body)
        .blames("Idempotency-Key", "too_long");
  }

  @Test
  void anOperatorGivesATenantALargerShareOfTheDispatcher() {
    TestTenant tenant = newTenant();
    String path = "/v1/operator/tenants/" + tenant.id();

    assertThat(operator().get(path).json().path("share").asInt()).isEqualTo(1);
    assertThat(operator().patch(path, Map.of("share", 4)).expect(200).json().path("share").asInt())
        .isEqualTo(4);
    assertThat(operator().get(path).json().path("sandbox_allowed").asBoolean()).isTrue();
    for (int wrong : List.of(0, 17, -3)) {
      operator().patch(path, Map.of("share", wrong)).blames("share", "out_of_range");
    }
    operator().patch(path, Map.of()).blames("sandbox_allowed", "required");
    assertThat(operator().get(path).json().path("share").asInt()).isEqualTo(4);
  }

  @Test
  void aDeletionThatFailsIsSaidAndTheSameCallGoesOn() {
    TestTenant tenant = newTenant();
    String address = "/v1/operator/tenants/" + tenant.id() + "?confirm=" + tenant.slug();
    String block = "block_" + shortId();
    jdbc.sql(
            """
            CREATE FUNCTION platform.%1$s() RETURNS event_trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF EXISTS (SELECT FROM pg_event_trigger_dropped_objects()
                         WHERE object_type = 'schema' AND object_name = '%2$s') THEN
                RAISE 'the schema stays';
              END IF;
            END $$
            """
                .formatted(block, "t_" + tenant.id().replace("-", "")))
        .update();
    jdbc.sql(
            "CREATE EVENT TRIGGER %1$s ON sql_drop EXECUTE FUNCTION platform.%1$s()"
                .formatted(block))
        .update();
    try {
      assertThat(operator().delete(address).problem(503, "tenant_not_finished").toString())
          .contains("deleting", "the schema stays");
      assertThat(schemas(tenant)).isEqualTo(1);
      assertThat(state(tenant)).isEqualTo("deleting");
    } finally {
      jdbc.sql("DROP EVENT TRIGGER " + block).update();
    }

    operator().delete(address).expect(204);
    assertThat(schemas(tenant)).isZero();
  }

  @Test
  void aTenantThatCannotBeMadeIsSaidAndTheSameCallGoesOn() {
    String slug = "unmade-" + shortId();
    Map<String, String> body = Map.of("slug", slug, "name", "Unmade");
    Api operator = operator().with("Idempotency-Key", slug);
    String block = "block_" + shortId();
    jdbc.sql(
            """
            CREATE FUNCTION platform.%1$s() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              IF EXISTS (SELECT FROM platform.tenant WHERE id = NEW.tenant AND slug = '%2$s') THEN
                RAISE 'no key today';
              END IF;
              RETURN NEW;
            END $$
            """
                .formatted(block, slug))
        .update();
    jdbc.sql(
            """
            CREATE TRIGGER %1$s BEFORE INSERT ON platform.tenant_key
            FOR EACH ROW EXECUTE FUNCTION platform.%1$s()
            """
                .formatted(block))
        .update();
    try {
      assertThat(
              operator
                  .post("/v1/operator/tenants", body)
                  .problem(503, "tenant_not_finished")
                  .toString())
          .contains("provisioning", "no key today");
    } finally {
      jdbc.sql("DROP TRIGGER " + block + " ON platform.tenant_key").update();
    }

    assertThat(
            operator.post("/v1/operator/tenants", body).expect(201).json().path("state").asString())
        .isEqualTo("active");
  }

  @Test
  void manyTenantsAtOnceAreAllMade() throws Exception {
    Api operator = operator();
    List<Callable<Api.Answer>> calls =
        IntStream.range(0, 12)
            .mapToObj(i -> Map.of("slug", "crowd-" + i + "-" + shortId(), "name", "Crowd"))
            .<Callable<Api.Answer>>map(body -> () -> operator.post("/v1/operator/tenants", body))
            .toList();
    try (ExecutorService crowd = Executors.newFixedThreadPool(calls.size())) {
      for (Future<Api.Answer> answer : crowd.invokeAll(calls)) {
        assertThat(answer.get().expect(201).json().path("state").asString()).isEqualTo("active");
      }
    }
  }

  @Test
  void aSuspendedTenantIsRefusedAndSkippedUntilItIsResumed() {
    TestTenant tenant = newTenant();
    operator().post("/v1/operator/tenants/" + tenant.id() + ":suspend").expect(200);

    tenant.api().get("/v1/tenant").problem(403, "tenant_suspended");
    assertThat(tenants.active(id(tenant))).isEmpty();
    assertThat(wakes(tenant)).isZero();

    operator().post("/v1/operator/tenants/" + tenant.id() + ":resume").expect(200);

    tenant.api().get("/v1/tenant").expect(200);
    assertThat(tenants.active(id(tenant))).isPresent();
  }

  @Test
  void aDeletedTenantLeavesNoSchemaNoReadableSecretAndNoKey() {
    TestTenant tenant = newTenant();
    Sealed sealed = vault.seal(id(tenant), "place", Secret.of("hush"));
    String address = "/v1/operator/tenants/" + tenant.id();

    operator().delete(address).blames("confirm", "not_confirmed");
    tenant.api().get("/v1/tenant").expect(200);
    operator().delete(address + "?confirm=" + tenant.slug()).expect(204);

    tenant.api().get("/v1/tenant").problem(401, "unauthenticated");
    assertThat(schemas(tenant)).isZero();
    assertThatThrownBy(() -> vault.open(id(tenant), "place", sealed))
        .isInstanceOf(VaultException.class);
    operator().get(address).problem(404, "not_found");
    operator()
        .post("/v1/operator/tenants", Map.of("slug", tenant.slug(), "name", "again"))
        .expect(201);
  }

  @Test
  void whatACrashLeftHalfDoneIsFinishedOnTheNextStart() throws Exception {
    TestTenant halfDeleted = newTenant();
    UUID halfMade = UUID.randomUUID();
    jdbc.sql(
            """
            INSERT INTO platform.tenant
              (id, slug, name, state, sandbox_allowed, created_at, updated_at)
            VALUES (:id, :slug, 'half', 'PROVISIONING', false, now(), now())
            """)
        .param("id", halfMade)
        .param("slug", "half-" + shortId())
        .update();
    jdbc.sql("UPDATE platform.tenant SET state = 'DELETING' WHERE id = :id")
        .param("id", UUID.fromString(halfDeleted.id()))
        .update();

    catchUp.run(new DefaultApplicationArguments());

    assertThat(tenants.active(new TenantId(halfMade))).isPresent();
    assertThat(vault.fingerprint(new TenantId(halfMade), "p", "x")).hasSize(32);
    assertThat(schemas(halfDeleted)).isZero();
  }

  @Test
  void aTenantWhoseMigrationFailsIsShownWithItsTroubleAndStopsNoOther() throws Exception {
    TestTenant broken = newTenant();
    TestTenant fine = newTenant();
    String schema = "t_" + broken.id().replace("-", "");
    jdbc.sql(
            "UPDATE "
                + schema
                + ".flyway_schema_history SET checksum = 1 WHERE version IS NOT NULL")
        .update();
    jdbc.sql("UPDATE platform.tenant SET schema_stamp = 'old' WHERE id = ANY(:ids)")
        .param("ids", new UUID[] {id(broken).value(), id(fine).value()})
        .update();

    catchUp.run(new DefaultApplicationArguments());

    broken.api().get("/v1/tenant").problem(503, "tenant_not_ready");
    fine.api().get("/v1/tenant").expect(200);
    assertThat(tenants.active(id(broken))).isEmpty();
    assertThat(
            operator().get("/v1/operator/tenants/" + broken.id()).json().path("trouble").asString())
        .isNotBlank();
  }

  @Test
  void onlyTenantsThatAreBehindAreVisitedOnStart() throws Exception {
    TestTenant tenant = newTenant();
    String before = updatedAt(tenant);

    catchUp.run(new DefaultApplicationArguments());

    assertThat(updatedAt(tenant)).isEqualTo(before);
  }

  @Test
  void whatAnOperatorDidIsAudited() {
    TestTenant tenant = newTenant();
    operator().post("/v1/operator/tenants/" + tenant.id() + ":suspend").expect(200);
    operator()
        .patch("/v1/operator/tenants/" + tenant.id(), Map.of("sandbox_allowed", false))
        .expect(200);

    assertThat(
            jdbc.sql("SELECT action FROM platform.operator_audit WHERE tenant = :id ORDER BY id")
                .param("id", id(tenant).value())
                .query(String.class)
                .list())
        .containsExactly("tenant.create", "api_key.create", "tenant.suspend", "tenant.sandbox");
  }

  @Test
  void badInputForATenantIsNamed() {
    Api operator = operator();
    operator.post("/v1/operator/tenants", Map.of("name", "x")).blames("slug", "invalid_slug");
    operator
        .post("/v1/operator/tenants", Map.of("slug", "UPPER", "name", "x"))
        .blames("slug", "invalid_slug");
    operator
        .post("/v1/operator/tenants", Map.of("slug", "fine-slug", "name", "a\u0000b"))
        .blames("name", "control_character");
    operator.get("/v1/operator/tenants?limit=0").blames("limit", "out_of_range");
    operator.get("/v1/operator/tenants?cursor=x").blames("cursor", "invalid_cursor");
    operator.get("/v1/operator/tenants/" + UUID.randomUUID()).problem(404, "not_found");
    operator.get("/v1/operator/tenants/nonsense").problem(404, "not_found");
  }

  private String state(TestTenant tenant) {
    return operator().get("/v1/operator/tenants/" + tenant.id()).json().path("state").asString();
  }

  private String updatedAt(TestTenant tenant) {
    return operator()
        .get("/v1/operator/tenants/" + tenant.id())
        .json()
        .path("updated_at")
        .asString();
  }

  private long schemas(TestTenant tenant) {
    return jdbc.sql("SELECT count(*) FROM pg_namespace WHERE nspname = :name")
        .param("name", "t_" + tenant.id().replace("-", ""))
        .query(Long.class)
        .single();
  }

  private long wakes(TestTenant tenant) {
    return jdbc.sql("SELECT count(*) FROM datastore.wake WHERE tenant = :id")
        .param("id", id(tenant).value())
        .query(Long.class)
        .single();
  }

  private static TenantId id(TestTenant tenant) {
    return new TenantId(UUID.fromString(tenant.id()));
  }

  private static String shortId() {
    return UUID.randomUUID().toString().substring(0, 8);
  }
}
