package io.truebell.calm.pacing;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.testkit.TestStores;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * As much of the platform as pacing needs: tenants with accounts and deliveries, in one database
 * and one Redis, and nodes that work on them.
 */
final class PaceBed implements AutoCloseable {
  static final ChannelKey PACED = new ChannelKey("paced");
  static final ChannelKey FREE = new ChannelKey("free");

  /** Long ago by every node's clock. */
  static final Instant BEFORE = Instant.parse("2020-01-01T00:00:00Z");

  private static final AtomicLong IDS = new AtomicLong();

  // the dispatcher's tables, as far as they are read
  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE channel_account (id uuid PRIMARY KEY, channel text NOT NULL, sandbox boolean NOT NULL,
                                        settings jsonb NOT NULL, timeout_ms int NOT NULL, version int NOT NULL DEFAULT 0)
          """,
          """
          CREATE TABLE delivery (id uuid PRIMARY KEY, recipient uuid NOT NULL, account_id uuid NOT NULL, channel text NOT NULL,
                                 state text NOT NULL, category text NOT NULL, attempt int NOT NULL DEFAULT 0,
                                 not_before timestamptz NOT NULL, reason text)
          """);

  /** Shared by all tests of this JVM but for those that bring their own Redis. */
  final String egress = "egress-" + id();

  /** Of calls: long enough that a machine under load does not miss it. */
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  final Duration interval;
  final String redisUrl;
  final JdbcClient jdbc;
  final TransactionTemplate transaction;
  final List<PaceNode> nodes = new ArrayList<>();
  private final HikariDataSource pool;

  PaceBed(Duration interval) {
    this(interval, TestStores.redisUrl());
  }

  PaceBed(Duration interval, String redisUrl) {
    this.interval = interval;
    this.redisUrl = redisUrl;
    pool = TestStores.pool(TestStores.freshDatabase(), 24);
    new SchemaMigrations(pool).migrateDatastore();
    TenantDataSource scoped = new TenantDataSource(pool);
    jdbc = JdbcClient.create(scoped);
    transaction = new TransactionTemplate(new DataSourceTransactionManager(scoped));
  }

  static UUID id() {
    return new UUID(0x0197L << 48 | System.nanoTime() << 16 >>> 16, IDS.incrementAndGet());
  }

  PaceNode node(Duration skew) {
    PaceNode node = new PaceNode(this, skew);
    nodes.add(node);
    return node;
  }

  PaceNode impatientNode(Duration skew) {
    PaceNode node = new PaceNode(this, skew, Duration.ofMillis(500));
    nodes.add(node);
    return node;
  }

  Tenant tenant(String name) {
    TenantId id = new TenantId(id());
    Tenant tenant = new Tenant(id, name, Tenant.schemaOf(id), true);
    new SchemaMigrations(pool).migrateTenant(tenant.schema());
    TABLES.forEach(sql -> write(tenant, sql));
    return tenant;
  }

  AccountId account(Tenant tenant, ChannelKey channel, Duration timeout, boolean sandbox) {
    AccountId account = new AccountId(id());
    write(
        tenant,
        "INSERT INTO channel_account VALUES (?, ?, ?, ?::jsonb, ?)",
        account.value(),
        channel.value(),
        sandbox,
        "{\"egress\": \"" + egress + "\"}",
        (int) timeout.toMillis());
    return account;
  }

  AccountId account(Tenant tenant) {
    return account(tenant, PACED, TIMEOUT, false);
  }

  /** Queued deliveries that are due by every clock. */
  void queue(Tenant tenant, AccountId account, ChannelKey channel, int amount) {
    for (int i = 0; i < amount; i++) {
      queue(tenant, account, channel, new RecipientId(id()));
    }
  }

  DeliveryId queue(Tenant tenant, AccountId account, ChannelKey channel, RecipientId recipient) {
    DeliveryId delivery = new DeliveryId(id());
    write(
        tenant,
        "INSERT INTO delivery VALUES (?, ?, ?, ?, 'QUEUED', 'transactional', 0, ?::timestamptz)",
        delivery.value(),
        recipient.value(),
        account.value(),
        channel.value(),
        BEFORE.toString());
    return delivery;
  }

  int count(Tenant tenant, String state) {
    return within(
        tenant,
        () ->
            jdbc.sql("SELECT count(*) FROM delivery WHERE state = ?")
                .param(state)
                .query(Integer.class)
                .single());
  }

  String reason(Tenant tenant, DeliveryId delivery) {
    return within(
        tenant,
        () ->
            jdbc.sql("SELECT coalesce(reason, '') FROM delivery WHERE id = ?")
                .param(delivery.value())
                .query(String.class)
                .single());
  }

  static DueDelivery due(ResultSet row) throws SQLException {
    Instant notBefore = row.getTimestamp("not_before").toInstant();
    return new DueDelivery(
        new DeliveryId(row.getObject("id", UUID.class)),
        new NotificationId(new UUID(0, 0)),
        new RecipientId(row.getObject("recipient", UUID.class)),
        new ChannelKey(row.getString("channel")),
        new AccountId(row.getObject("account_id", UUID.class)),
        new EndpointId(new UUID(0, 0)),
        "drink.water",
        Category.TRANSACTIONAL,
        "",
        false,
        row.getInt("attempt"),
        notBefore,
        notBefore,
        null);
  }

  <T> T within(Tenant tenant, Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  void write(Tenant tenant, String sql, Object... values) {
    int ignored = within(tenant, () -> jdbc.sql(sql).params(values).update());
  }

  @Override
  public void close() {
    nodes.forEach(PaceNode::close);
    pool.close();
  }
}
