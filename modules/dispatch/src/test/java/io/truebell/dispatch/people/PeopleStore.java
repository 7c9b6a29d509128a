package io.truebell.dispatch.people;

import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Vault;
import io.truebell.testkit.TestClock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The administration's rooms on a real PostgreSQL, with a tenant for each test that asks. */
public final class PeopleStore {
  private static final class Shared {
    static final AnnotationConfigApplicationContext CONTEXT =
        new AnnotationConfigApplicationContext(PeopleConfiguration.class);
  }

  private final Tenant tenant;

  private PeopleStore(Tenant tenant) {
    this.tenant = tenant;
    bean(SchemaMigrations.class).migrateTenant(tenant.schema());
    bean(Vault.class).createKey(tenant.id());
  }

  /** A new tenant that may use sandboxes. */
  public static PeopleStore open() {
    return new PeopleStore(newTenant(true));
  }

  /** A new tenant that may not use sandboxes. */
  public static PeopleStore withoutSandbox() {
    return new PeopleStore(newTenant(false));
  }

  private static Tenant newTenant(boolean sandboxAllowed) {
    TenantId id = new TenantId(UUID.randomUUID());
    return new Tenant(id, "t-" + id, Tenant.schemaOf(id), sandboxAllowed);
  }

  public static <T> T bean(Class<T> type) {
    return Shared.CONTEXT.getBean(type);
  }

  public TestClock clock() {
    return bean(TestClock.class);
  }

  public Tenant tenant() {
    return tenant;
  }

  public Caller caller() {
    return new Caller(new Actor("api_key", "tbk_test"), tenant, Set.of(Scope.CHANNELS));
  }

  public <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  /** Every value of every row of the tenant's schema, as text. */
  public String dump() {
    JdbcClient jdbc = bean(JdbcClient.class);
    return within(
        () -> {
          List<String> tables =
              jdbc.sql("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
                  .query(String.class)
                  .list();
          return tables.stream()
              .flatMap(
                  table ->
                      jdbc
                          .sql("SELECT t::text FROM " + table + " t")
                          .query(String.class)
                          .list()
                          .stream())
              .collect(Collectors.joining("\n"));
        });
  }

  /** How a request is refused. */
  public static ApiProblem refusal(Supplier<?> request) {
    try {
      Object answer = request.get();
      throw new AssertionError("not refused: " + answer);
    } catch (ApiProblem problem) {
      return problem;
    }
  }

  /** The codes of a refusal by field. */
  public static Map<String, String> codes(ApiProblem problem) {
    return problem.fields().stream().collect(Collectors.toMap(f -> f.field(), f -> f.code()));
  }
}
