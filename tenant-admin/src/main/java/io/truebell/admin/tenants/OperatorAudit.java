package io.truebell.admin.tenants;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.TenantId;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** What operators did, kept where the tenant concerned can be shown it. */
@Component
public class OperatorAudit {
  private static final String APPEND =
      """
      INSERT INTO platform.operator_audit (id, at, operator, action, tenant, detail)
      VALUES (:id, :at, :operator, :action, :tenant, :detail::jsonb)
      """;

  private final JdbcClient jdbc;
  private final Ids ids;
  private final Clock clock;
  private final JsonMapper json;

  OperatorAudit(@Qualifier("platformJdbc") JdbcClient jdbc, Ids ids, Clock clock, JsonMapper json) {
    this.jdbc = jdbc;
    this.ids = ids;
    this.clock = clock;
    this.json = json;
  }

  /**
   * Writes one entry.
   *
   * @param action e.g. {@code tenant.suspend}
   * @param detail never a secret
   */
  public void append(Actor operator, String action, TenantId tenant, Map<String, Object> detail) {
    jdbc.sql(APPEND)
        .param("id", ids.next())
        .param("at", Timestamp.from(clock.instant()))
        .param("operator", operator.toString())
        .param("action", action)
        .param("tenant", tenant.value())
        .param("detail", json.writeValueAsString(detail))
        .update();
  }
}
