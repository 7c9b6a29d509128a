package io.truebell.calm.policy;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Directory;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * As much of the platform as policies, hours and reports need: one tenant with the dispatcher's
 * tables as far as they are read, and the rooms of calm that live by them.
 */
public final class PolicyBed implements AutoCloseable {
  public static final Caller TENANT =
      new Caller(new Actor("api_key", "test"), null, Set.of(Scope.POLICIES));

  private static final AtomicLong IDS = new AtomicLong();

  // the dispatcher's tables, as far as they are read
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE recipient (id uuid PRIMARY KEY, external_id text NOT NULL UNIQUE, zone text NOT NULL)",
          "CREATE TABLE notification (id uuid PRIMARY KEY, not_before timestamptz)",
          "CREATE TABLE message (id uuid PRIMARY KEY, recipient_id uuid NOT NULL)",
          """
          CREATE TABLE delivery (id uuid PRIMARY KEY, message_id uuid NOT NULL, notification_id uuid NOT NULL,
            recipient_id uuid NOT NULL, channel text, account_id uuid, type text NOT NULL, category text NOT NULL,
            subject text NOT NULL, urgent boolean NOT NULL, sandbox boolean NOT NULL, state text NOT NULL,
            reason text NOT NULL, trace_seq int NOT NULL, attempt int NOT NULL, not_before timestamptz NOT NULL,
            expires_at timestamptz, digest_id uuid, resend_of uuid, created_at timestamptz NOT NULL,
            updated_at timestamptz NOT NULL)
          """,
          """
          CREATE TABLE trace (delivery_id uuid NOT NULL, seq int NOT NULL, at timestamptz NOT NULL,
            to_state text NOT NULL, cause text NOT NULL, source text NOT NULL, policy text NOT NULL,
            policy_version int NOT NULL, PRIMARY KEY (delivery_id, seq, to_state))
          """);

  public final TestClock clock = TestClock.atEight();
  public final JdbcClient jdbc;
  public final Tenant tenant;
  private final HikariDataSource pool;
  private final AnnotationConfigApplicationContext context;
  private final TransactionTemplate transaction;

  public PolicyBed() {
    TenantId id = new TenantId(new UUID(0x0193L << 48, IDS.incrementAndGet()));
    tenant = new Tenant(id, "tenant", Tenant.schemaOf(id), true);
    pool = TestStores.pool(TestStores.freshDatabase(), 12);
    new SchemaMigrations(pool).migrateTenant(tenant.schema());
    TenantDataSource scoped = new TenantDataSource(pool);
    jdbc = JdbcClient.create(scoped);
    transaction = new TransactionTemplate(new DataSourceTransactionManager(scoped));
    context = new AnnotationConfigApplicationContext();
    context.registerBean(JdbcClient.class, () -> jdbc);
    context.registerBean(TransactionTemplate.class, () -> transaction);
    context.registerBean(Clock.class, () -> clock);
    context.registerBean(Directory.class, () -> new People());
    context.scan("io.truebell.calm.policy", "io.truebell.calm.quiet", "io.truebell.calm.report");
    context.refresh();
    TABLES.forEach(sql -> write(sql));
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public <T extends @Nullable Object> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  public <T> T inTransaction(Supplier<T> work) {
    return within(() -> Objects.requireNonNull(transaction.execute(status -> work.get())));
  }

  public void write(String sql, @Nullable Object... values) {
    int ignored = within(() -> jdbc.sql(sql).params(values).update());
  }

  /** Puts a policy in force; its version. */
  public int put(CalmPolicyDocument policy) {
    return put(policy, null).version();
  }

  CalmPolicyView put(CalmPolicyDocument policy, @Nullable String ifMatch) {
    return Objects.requireNonNull(
        within(() -> bean(PolicyController.class).putPolicy(TENANT, ifMatch, policy)).getBody());
  }

  /** An id that grows with the clock's time. */
  public UUID id() {
    return new UUID(clock.instant().toEpochMilli() << 16 | 7 << 12, IDS.incrementAndGet());
  }

  public RecipientId person(String name, String zone) {
    UUID id = id();
    write("INSERT INTO recipient VALUES (?, ?, ?)", id, name, zone);
    return new RecipientId(id);
  }

  @Override
  public void close() {
    context.close();
    pool.close();
  }

  private final class People implements Directory {
    @Override
    public Optional<Person> find(String externalId) {
      return jdbc.sql("SELECT id, zone FROM recipient WHERE external_id = ?")
          .param(externalId)
          .query(
              (row, n) ->
                  new Person(
                      new RecipientId(row.getObject("id", UUID.class)),
                      externalId,
                      ZoneId.of(row.getString("zone")),
                      Locale.ENGLISH))
          .optional();
    }

    @Override
    public Map<RecipientId, Person> find(Collection<RecipientId> ids) {
      throw new UnsupportedOperationException("nobody asks");
    }

    @Override
    public List<RecipientId> at(ChannelKey channel, String address) {
      throw new UnsupportedOperationException("nobody asks");
    }
  }
}
