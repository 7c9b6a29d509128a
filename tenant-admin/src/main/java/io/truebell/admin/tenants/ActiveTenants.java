package io.truebell.admin.tenants;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Answers the other modules from the table, so that a suspension holds at once on every node. */
@Component
class ActiveTenants implements Tenants {
  private final TenantRows rows;

  ActiveTenants(TenantRows rows) {
    this.rows = rows;
  }

  @Override
  public Optional<Tenant> active(TenantId id) {
    return rows.active(List.of(id)).stream().map(TenantRecord::tenant).findFirst();
  }

  @Override
  public Map<TenantId, Tenant> active(Collection<TenantId> ids) {
    return rows.active(ids).stream()
        .map(TenantRecord::tenant)
        .collect(Collectors.toMap(Tenant::id, Function.identity()));
  }

  @Override
  public Collection<Tenant> allActive() {
    return rows.allActive().stream().map(TenantRecord::tenant).toList();
  }
}
