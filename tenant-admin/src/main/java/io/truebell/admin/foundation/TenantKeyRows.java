package io.truebell.admin.foundation;

import io.truebell.core.tenancy.TenantId;
import io.truebell.core.vault.TenantKeys;
import io.truebell.core.vault.WrappedKey;
import io.truebell.core.vault.WrappedKey.Purpose;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code platform.tenant_key}. */
@Component
class TenantKeyRows implements TenantKeys {
  private static final String LOAD =
      "SELECT purpose, version, wrapped FROM platform.tenant_key WHERE tenant = :tenant";

  // whoever came first wins: a second provisioning must not replace a key that already sealed
  // something
  private static final String STORE =
      """
      INSERT INTO platform.tenant_key (tenant, purpose, version, wrapped, created_at)
      VALUES (:tenant, :purpose, :version, :wrapped, :now)
      ON CONFLICT DO NOTHING
      """;

  private static final String DESTROY =
      """
      UPDATE platform.tenant_key SET wrapped = NULL, destroyed_at = :now
      WHERE tenant = :tenant AND destroyed_at IS NULL
      """;

  private final JdbcClient jdbc;
  private final Clock clock;

  TenantKeyRows(@Qualifier("platformJdbc") JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  @Override
  public List<WrappedKey> load(TenantId tenant) {
    return jdbc.sql(LOAD)
        .param("tenant", tenant.value())
        .query(
            (row, n) ->
                new WrappedKey(
                    Purpose.valueOf(row.getString("purpose")),
                    row.getInt("version"),
                    row.getBytes("wrapped")))
        .list();
  }

  @Override
  public void storeFirst(TenantId tenant, List<WrappedKey> keys) {
    for (WrappedKey key : keys) {
      jdbc.sql(STORE)
          .param("tenant", tenant.value())
          .param("purpose", key.purpose().name())
          .param("version", key.version())
          .param("wrapped", key.wrapped())
          .param("now", Timestamp.from(clock.instant()))
          .update();
    }
  }

  @Override
  public void destroy(TenantId tenant) {
    jdbc.sql(DESTROY)
        .param("tenant", tenant.value())
        .param("now", Timestamp.from(clock.instant()))
        .update();
  }
}
