package io.truebell.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.FullStack;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import jakarta.persistence.EntityManagerFactory;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

@Tag("WALL-1")
class ScopeTest extends FullStack {
  @Autowired private JdbcClient jdbc;
  @Autowired private TransactionTemplate transactions;
  @Autowired private EntityManagerFactory entities;
  @Autowired private Tenants tenants;

  @Autowired
  @Qualifier("platformJdbc") private JdbcClient platformJdbc;

  @Test
  void aQueryWithoutAScopeFailsWhicheverWayItGoes() {
    assertThatThrownBy(() -> jdbc.sql("SELECT 1").query(Integer.class).single())
        .hasStackTraceContaining("no tenant scope is open");
    assertThatThrownBy(() -> transactions.executeWithoutResult(status -> {}))
        .hasStackTraceContaining("no tenant scope is open");
    assertThatThrownBy(
            () ->
                entities.callInTransaction(
                    manager -> manager.createNativeQuery("SELECT 1").getSingleResult()))
        .hasStackTraceContaining("no tenant scope is open");
  }

  @Test
  void thePlatformsOwnWayFindsNoTenantsTableWithoutNamingItsSchema() {
    TestTenant tenant = newTenant();
    inScopeOf(tenant, "SELECT count(*) FROM recipient");

    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(
              () -> platformJdbc.sql("SELECT count(*) FROM recipient").query(Long.class).single())
          .isInstanceOf(DataAccessException.class);
    }
  }

  @Test
  void inAScopeOnlyThatTenantsRowsAreSeen() {
    TestTenant one = newTenant();
    TestTenant two = newTenant();
    String insert =
        "INSERT INTO recipient (id, external_id, locale, zone, created_at, updated_at)"
            + " VALUES (gen_random_uuid(), 'r', 'en', 'UTC', now(), now()) RETURNING 1";
    inScopeOf(one, insert);

    assertThat(inScopeOf(one, "SELECT count(*) FROM recipient")).isEqualTo(1);
    assertThat(inScopeOf(two, "SELECT count(*) FROM recipient")).isZero();
  }

  private long inScopeOf(TestTenant tenant, String sql) {
    Tenant scope = tenants.active(new TenantId(UUID.fromString(tenant.id()))).orElseThrow();
    return TenantScope.call(scope, () -> jdbc.sql(sql).query(Long.class).single());
  }
}
