package io.truebell.dispatch.mailbox;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.message.MessageId;
import io.truebell.core.spi.Mailbox;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** Two tenants' schemas on a real PostgreSQL, and messages as intake would have written them. */
final class MailboxFixture {
  private final AtomicLong ids = new AtomicLong();
  private final TestClock clock = TestClock.atEight();
  private final Tenant tenant = tenant();
  private final Tenant otherTenant = tenant();
  private final JdbcClient jdbc;

  private MailboxFixture(HikariDataSource pool) {
    SchemaMigrations migrations = new SchemaMigrations(pool);
    migrations.migrateTenant(tenant.schema());
    migrations.migrateTenant(otherTenant.schema());
    this.jdbc = JdbcClient.create(new TenantDataSource(pool));
  }

  static MailboxFixture open() {
    return new MailboxFixture(TestStores.pool(TestStores.freshDatabase(), 8));
  }

  Mailbox mailbox() {
    ItemMapper items = new ItemMapper(JsonMapper.builder().build());
    return new StoredMailbox(new MailboxRows(jdbc, items), clock);
  }

  TestClock clock() {
    return clock;
  }

  Tenant otherTenant() {
    return otherTenant;
  }

  <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  /** A new person; gives the external id. */
  String recipient() {
    String externalId = "person-" + ids.incrementAndGet();
    within(
        () ->
            jdbc.sql(
                    """
                    INSERT INTO recipient (id, external_id, locale, zone, created_at, updated_at)
                    VALUES (:id, :external_id, 'zh-CN', 'Asia/Shanghai', :now, :now)
                    """)
                .param("id", nextId())
                .param("external_id", externalId)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update());
    return externalId;
  }

  MessageId message(String recipient, String subject) {
    UUID id = nextId();
    within(
        () ->
            jdbc.sql(
                    """
                    WITH fact AS (
                      INSERT INTO notification (id, type, category, subject, payload,
                          idempotency_key, content_hash, recipients, created_at, created_by)
                      VALUES (:id, 'trip.changed', 'transactional', :subject,
                          '{"gate": "B7", "text": "登机口 😊"}', :key, '', 1, :now, 'test')
                      RETURNING id)
                    INSERT INTO message (id, notification_id, recipient_id, created_at)
                    SELECT :id, fact.id, r.id, :now
                      FROM fact, recipient r WHERE r.external_id = :recipient
                    """)
                .param("id", id)
                .param("key", "key-" + id)
                .param("subject", subject)
                .param("recipient", recipient)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update());
    return new MessageId(id);
  }

  private UUID nextId() {
    return new UUID(0x0193_0000_0000_7000L, 0x8000_0000_0000_0000L + ids.incrementAndGet());
  }

  private static Tenant tenant() {
    TenantId id = new TenantId(UUID.randomUUID());
    return new Tenant(id, "t-" + id.value().toString().substring(0, 8), Tenant.schemaOf(id), false);
  }
}
