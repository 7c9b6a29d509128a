package io.truebell.core.tenancy;

import java.util.regex.Pattern;

/**
 * A customer of the platform, as far as work inside its scope needs it.
 *
 * @param id its id
 * @param slug its public short name, used in logs
 * @param schema the PostgreSQL schema that holds its data, e.g. {@code t_0193f2…}
 * @param sandboxAllowed whether an operator lets it use sandbox accounts
 * @param share its weight where tenants take turns, 1 to 16: twice the share is twice the work in
 *     each turn
 */
public record Tenant(TenantId id, String slug, String schema, boolean sandboxAllowed, int share) {
  /** The share of a tenant whose plan says nothing else. */
  public static final int ONE_SHARE = 1;

  /** The largest share. */
  public static final int MOST_SHARES = 16;

  private static final Pattern SCHEMA = Pattern.compile("t_[0-9a-f]{32}");

  public Tenant {
    if (!SCHEMA.matcher(schema).matches()) {
      throw new IllegalArgumentException("not a tenant schema: " + schema);
    }
    if (share < ONE_SHARE || share > MOST_SHARES) {
      throw new IllegalArgumentException("not a share: " + share);
    }
  }

  /** A tenant with one share. */
  public Tenant(TenantId id, String slug, String schema, boolean sandboxAllowed) {
    this(id, slug, schema, sandboxAllowed, ONE_SHARE);
  }

  /** The schema's name for a tenant's id. */
  public static String schemaOf(TenantId id) {
    return "t_" + id.value().toString().replace("-", "");
  }
}
