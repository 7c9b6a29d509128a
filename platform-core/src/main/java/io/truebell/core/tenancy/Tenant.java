package io.truebell.core.tenancy;

import java.util.regex.Pattern;

/**
 * A customer of the platform, as far as work inside its scope needs it.
 *
 * @param id its id
 * @param slug its public short name, used in logs
 * @param schema the PostgreSQL schema that holds its data, e.g. {@code t_0193f2…}
 * @param sandboxAllowed whether an operator lets it use sandbox accounts
 */
public record Tenant(TenantId id, String slug, String schema, boolean sandboxAllowed) {
  private static final Pattern SCHEMA = Pattern.compile("t_[0-9a-f]{32}");

  public Tenant {
    if (!SCHEMA.matcher(schema).matches()) {
      throw new IllegalArgumentException("not a tenant schema: " + schema);
    }
  }

  /** The schema's name for a tenant's id. */
  public static String schemaOf(TenantId id) {
    return "t_" + id.value().toString().replace("-", "");
  }
}
