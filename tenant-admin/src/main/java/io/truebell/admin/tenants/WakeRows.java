package io.truebell.admin.tenants;

import io.truebell.core.tenancy.TenantId;
import java.sql.Timestamp;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Hints for the workers that a tenant may have something due. */
@Component
class WakeRows {
  private static final String WAKE =
      "INSERT INTO datastore.wake (tenant, due_at) VALUES (:tenant, :at)";

  private static final String FORGET_WAKES = "DELETE FROM datastore.wake WHERE tenant = :tenant";
  private static final String FORGET_DUE = "DELETE FROM datastore.due WHERE tenant = :tenant";
  private static final String FORGET_WORK_WAKES =
      "DELETE FROM datastore.work_wake WHERE tenant = :tenant";
  private static final String FORGET_WORK_DUE =
      "DELETE FROM datastore.work_due WHERE tenant = :tenant";

  private final JdbcClient jdbc;
  private final Clock clock;

  WakeRows(@Qualifier("platformJdbc") JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  void wake(TenantId tenant) {
    jdbc.sql(WAKE)
        .param("tenant", tenant.value())
        .param("at", Timestamp.from(clock.instant()))
        .update();
  }

  void forget(TenantId tenant) {
    jdbc.sql(FORGET_WAKES).param("tenant", tenant.value()).update();
    jdbc.sql(FORGET_DUE).param("tenant", tenant.value()).update();
    jdbc.sql(FORGET_WORK_WAKES).param("tenant", tenant.value()).update();
    jdbc.sql(FORGET_WORK_DUE).param("tenant", tenant.value()).update();
  }
}
