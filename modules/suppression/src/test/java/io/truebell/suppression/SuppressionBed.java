package io.truebell.suppression;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.Fault;
import io.truebell.core.message.NotificationId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ConsentListener;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.ReceiptListener;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
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
 * As much of the platform as bans need: one tenant, a channel that needs authorisations and one
 * that does not, deliveries that are claimed, answered and reported as the dispatcher does it.
 */
final class SuppressionBed implements AutoCloseable {
  static final ChannelKey FREE = new ChannelKey("free");
  static final ChannelKey NEEDY = new ChannelKey("needy");
  static final AccountId ACCOUNT = new AccountId(new UUID(1, 1));
  static final AccountId SANDBOX = new AccountId(new UUID(1, 2));
  static final Caller TENANT =
      new Caller(new Actor("api_key", "test"), null, Set.of(Scope.RECIPIENTS));

  private static final AtomicLong IDS = new AtomicLong();

  // the dispatcher's tables, as far as they are read
  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE delivery (id uuid PRIMARY KEY, recipient_id uuid NOT NULL, channel text NOT NULL,
                                 endpoint_id uuid NOT NULL, sandbox boolean NOT NULL, created_at timestamptz NOT NULL)
          """,
          "CREATE TABLE trace (delivery_id uuid NOT NULL, to_state text NOT NULL, at timestamptz NOT NULL)");

  final TestClock clock = TestClock.atEight();
  final JdbcClient jdbc;
  final People people = new People();
  private final Tenant tenant;
  private final HikariDataSource pool;
  private final AnnotationConfigApplicationContext context;
  private final TransactionTemplate transaction;

  SuppressionBed() {
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
    context.registerBean(
        Ids.class, () -> () -> new UUID(0x0194L << 48 | 7 << 12, IDS.incrementAndGet()));
    context.registerBean(ChannelAccounts.class, () -> new TwoAccounts());
    context.registerBean(Directory.class, () -> people);
    context.registerBean("free", ChannelAdapter.class, () -> new Named(FREE, false));
    context.registerBean("needy", ChannelAdapter.class, () -> new Named(NEEDY, true));
    context.scan("io.truebell.suppression");
    context.refresh();
    TABLES.forEach(sql -> write(sql));
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  SuppressionsController api() {
    return bean(SuppressionsController.class);
  }

  <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  private void inTransaction(Runnable work) {
    Boolean done =
        within(
            () ->
                transaction.execute(
                    status -> {
                      work.run();
                      return true;
                    }));
    Objects.requireNonNull(done);
  }

  private void write(String sql, Object... values) {
    int ignored = within(() -> jdbc.sql(sql).params(values).update());
  }

  /** A delivery that is due, through the real account. */
  DueDelivery due(String name, ChannelKey channel) {
    return due(name, channel, ACCOUNT, new EndpointId(new UUID(2, IDS.incrementAndGet())));
  }

  DueDelivery due(String name, ChannelKey channel, AccountId account, EndpointId endpoint) {
    Instant now = clock.instant();
    DueDelivery due =
        new DueDelivery(
            new DeliveryId(new UUID(0x0196L << 48, IDS.incrementAndGet())),
            new NotificationId(new UUID(0, 0)),
            people.id(name),
            channel,
            account,
            endpoint,
            "drink.water",
            Category.TRANSACTIONAL,
            "",
            false,
            0,
            now,
            now,
            null);
    write(
        "INSERT INTO delivery VALUES (?, ?, ?, ?, ?, ?::timestamptz)",
        due.id().value(),
        due.recipient().value(),
        channel.value(),
        endpoint.value(),
        account.equals(SANDBOX),
        now.toString());
    return due;
  }

  /** One that the gate let pass now, under way a second later. */
  DueDelivery claimed(String name, ChannelKey channel) {
    return claimed(due(name, channel));
  }

  DueDelivery claimed(DueDelivery due) {
    write(
        "INSERT INTO trace VALUES (?, 'CLAIMED', ?::timestamptz)",
        due.id().value(),
        clock.instant().toString());
    clock.tick(Duration.ofSeconds(1));
    return due;
  }

  /** What the gate says of a delivery; null when it says nothing. */
  @Nullable Verdict examine(DueDelivery due, boolean rehearsal) {
    return within(
            () -> bean(Gate.class).examine(new GateBatch(clock.instant(), List.of(due), rehearsal)))
        .get(due.id());
  }

  boolean banned(String name, ChannelKey channel) {
    return examine(due(name, channel), false) instanceof Verdict.Stop;
  }

  void receipt(DueDelivery due, String id, Proof... proofs) {
    ReceiptListener.Stored stored =
        new ReceiptListener.Stored(
            due.id(),
            due.recipient(),
            due.endpoint(),
            due.account(),
            due.channel(),
            "transactional",
            id,
            ReceiptNews.undelivered(proofs),
            "user_refused",
            "said no",
            true);
    inTransaction(() -> bean(ReceiptListener.class).stored(stored));
  }

  void answered(DueDelivery due, Proof... proofs) {
    Outcome outcome =
        new Outcome.Rejected(Fault.RECIPIENT, "48002", "refused", false, Set.of(proofs));
    SettledDelivery settled = new SettledDelivery(due.id(), 1, DeliveryState.REJECTED, outcome);
    inTransaction(() -> bean(Gate.class).settle(List.of(settled)));
  }

  void granted(String name, ChannelKey channel) {
    Purpose purpose = new Purpose(people.id(name), channel, "tpl");
    inTransaction(() -> bean(GrantListener.class).granted(purpose));
  }

  /** An address is the person's name here. */
  void reported(AccountId account, ChannelKey channel, String name, String status, Instant at) {
    ConsentNews news = new ConsentNews("r" + IDS.incrementAndGet(), name, "tpl", status, at);
    inTransaction(() -> bean(ConsentListener.class).reported(account, channel, news));
  }

  List<SuppressionView> list(String name) {
    return within(() -> api().recipientSuppressions(name, null, null).items());
  }

  SuppressionView lift(UUID id, @Nullable String reason) {
    return within(() -> api().lift(TENANT, id, new SuppressionsController.LiftRequest(reason)));
  }

  SuppressionView suppress(String name, @Nullable String channel, @Nullable String reason) {
    SuppressionsController.SuppressRequest request =
        new SuppressionsController.SuppressRequest(channel, reason);
    return Objects.requireNonNull(within(() -> api().suppress(TENANT, name, request)).getBody());
  }

  @Override
  public void close() {
    context.close();
    pool.close();
  }
}
