package io.truebell.admin.tenants;

import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.vault.Vault;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** A tenant's place in the stores: its schema and its keys, made and destroyed together. */
@Component
class TenantSchemas {
  private final SchemaMigrations migrations;
  private final Vault vault;
  private final JdbcClient jdbc;

  TenantSchemas(
      SchemaMigrations migrations, Vault vault, @Qualifier("platformJdbc") JdbcClient jdbc) {
    this.migrations = migrations;
    this.vault = vault;
    this.jdbc = jdbc;
  }

  /** Makes what is missing and migrates what is behind. */
  void make(TenantId id) {
    vault.createKey(id);
    migrations.migrateTenant(Tenant.schemaOf(id));
  }

  /** Leaves nothing that could be read. */
  void destroy(TenantId id) {
    vault.destroyKeys(id);
    // the name cannot carry anything else: it is made of the id's hexadecimal digits
    jdbc.sql("DROP SCHEMA IF EXISTS " + Tenant.schemaOf(id) + " CASCADE").update();
  }

  /** Of the scripts that {@link #make} brings a schema to. */
  String stamp() {
    return migrations.tenantStamp();
  }
}
