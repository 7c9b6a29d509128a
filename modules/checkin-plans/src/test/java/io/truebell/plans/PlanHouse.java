package io.truebell.plans;

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
import io.truebell.core.message.NotificationId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants;
import io.truebell.core.spi.Notifications;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.plans.plan.PlansSettings;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/**
 * Plans on a real database, with a clock that stands: a ledger, an intake and a directory that are
 * small and in memory, and a claim and a settlement that ask the gate as the deliveries' way does.
 * It begins at 10:00 in Shanghai.
 */
public final class PlanHouse {
  public static final ChannelKey WECHAT = new ChannelKey("wechat-like");
  public static final ChannelKey PAGER = new ChannelKey("pager-like");
  public static final Actor APP = new Actor("api_key", "tbk_app");

  private static final Instant TEN_IN_SHANGHAI = Instant.parse("2026-03-10T02:00:00Z");
  private static @Nullable PlanHouse withLedger;
  private static @Nullable PlanHouse ledgerless;

  public final TestClock clock = new TestClock(TEN_IN_SHANGHAI);
  public final Tenant tenant;
  public final MemoryDirectory directory = new MemoryDirectory();
  public final MemoryGrants grants;
  public final MemoryNotifications notifications;
  public final JdbcClient jdbc;
  public final JdbcClient shared;
  public final TransactionTemplate transaction;
  private final AtomicLong ids = new AtomicLong();
  private final AnnotationConfigApplicationContext context;

  /** With a ledger. Empty, like new; a test JVM has one of each. */
  public static synchronized PlanHouse open() {
    if (withLedger == null) {
      withLedger = new PlanHouse(true);
    }
    return withLedger.emptied();
  }

  /** Where nobody keeps authorisations. */
  public static synchronized PlanHouse withoutLedger() {
    if (ledgerless == null) {
      ledgerless = new PlanHouse(false);
    }
    return ledgerless.emptied();
  }

  private PlanHouse emptied() {
    clock.tick(Duration.between(clock.instant(), TEN_IN_SHANGHAI));
    directory.empty();
    grants.empty();
    notifications.empty();
    int _ =
        within(
            () ->
                jdbc.sql(
                        "TRUNCATE plan, plan_history, plan_checkin, plan_day, plan_reminder, plan_news")
                    .update());
    int _ = shared.sql("TRUNCATE datastore.work_wake, datastore.work_due").update();
    return this;
  }

  private PlanHouse(boolean ledger) {
    TenantId id = new TenantId(new UUID(0x0193L << 48, 1));
    tenant = new Tenant(id, "tenant-1", Tenant.schemaOf(id), true);
    HikariDataSource pool = TestStores.pool(TestStores.freshDatabase(), 12);
    SchemaMigrations migrations = new SchemaMigrations(pool);
    migrations.migrateDatastore();
    migrations.migrateTenant(tenant.schema());
    TenantDataSource scoped = new TenantDataSource(pool);
    jdbc = JdbcClient.create(scoped);
    shared = JdbcClient.create(pool);
    transaction = new TransactionTemplate(new DataSourceTransactionManager(scoped));
    context = new AnnotationConfigApplicationContext();
    grants =
        new MemoryGrants(() -> List.copyOf(context.getBeansOfType(GrantListener.class).values()));
    notifications = new MemoryNotifications(this::tell);
    fill(ledger);
  }

  private void fill(boolean ledger) {
    // visits are made by hand
    System.setProperty("truebell.role", "api");
    context.registerBean(JdbcClient.class, () -> jdbc, d -> d.setPrimary(true));
    context.registerBean("platformJdbc", JdbcClient.class, () -> shared);
    context.registerBean(TransactionTemplate.class, () -> transaction);
    context.registerBean(Clock.class, () -> clock);
    context.registerBean(Ids.class, () -> () -> new UUID(1, ids.incrementAndGet()));
    context.registerBean(
        JsonMapper.class,
        () ->
            JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build());
    context.registerBean(Directory.class, () -> directory);
    context.registerBean(Notifications.class, () -> notifications);
    if (ledger) {
      context.registerBean(Grants.class, () -> grants);
    }
    context.registerBean("wechat", ChannelAdapter.class, () -> new PaperChannel(WECHAT, true));
    context.registerBean("pager", ChannelAdapter.class, () -> new PaperChannel(PAGER, false));
    context.registerBean(
        PlansSettings.class,
        () ->
            new PlansSettings(
                Duration.ofDays(7),
                Duration.ofMinutes(5),
                Duration.ofHours(2),
                Duration.ofMillis(50),
                Duration.ofSeconds(30),
                Duration.ofDays(30)));
    context.scan("io.truebell.plans");
    context.refresh();
  }

  /** Somebody in Shanghai. */
  public Person person(String externalId) {
    return directory.move(externalId, "Asia/Shanghai");
  }

  public Caller caller() {
    return new Caller(APP, tenant, Set.of(Scope.PLANS));
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  private <T> T inTransaction(Supplier<T> work) {
    return within(() -> Objects.requireNonNull(transaction.execute(status -> work.get())));
  }

  /** A delivery that its verdict let through. */
  public record Claimed(DeliveryId delivery, NotificationId notification) {}

  /** What one delivery was told. */
  public record Ruled(DeliveryId delivery, Verdict verdict) {}

  /** Claims whatever is queued; those that do not pass end. */
  public List<Ruled> claim() {
    return claim(Verdict.PASS);
  }

  /** The same, while a later gate says this of all that the first gate lets through. */
  public List<Ruled> claim(Verdict later) {
    List<DueDelivery> due =
        notifications.queued.entrySet().stream()
            .sorted(java.util.Comparator.comparing(e -> e.getKey().value()))
            .map(e -> due(e.getKey(), e.getValue()))
            .toList();
    return claim(due, later);
  }

  /** Claims these, queued or not. */
  public List<Ruled> claim(List<DueDelivery> due, Verdict later) {
    Gate gate = bean(Gate.class);
    List<Ruled> rulings =
        inTransaction(
            () -> {
              Map<DeliveryId, Verdict> said =
                  gate.examine(new GateBatch(clock.instant(), due, false));
              List<DecidedDelivery> decided =
                  due.stream()
                      .map(
                          d -> {
                            Verdict first = said.getOrDefault(d.id(), Verdict.PASS);
                            return new DecidedDelivery(
                                d, first instanceof Verdict.Pass ? later : first);
                          })
                      .toList();
              gate.decided(
                  decided.stream().filter(d -> !(d.verdict() instanceof Verdict.Hold)).toList());
              return decided.stream().map(d -> new Ruled(d.delivery().id(), d.verdict())).toList();
            });
    rulings.stream()
        .filter(r -> !(r.verdict() instanceof Verdict.Hold))
        .forEach(r -> notifications.queued.remove(r.delivery()));
    return rulings;
  }

  /** A due delivery as the gates see it. */
  public DueDelivery due(DeliveryId id, NotificationId notification) {
    return new DueDelivery(
        id,
        notification,
        directory.find("ann").orElseThrow().id(),
        WECHAT,
        new AccountId(new UUID(7, 7)),
        new EndpointId(new UUID(8, 8)),
        "water.reminder",
        Category.TRANSACTIONAL,
        "plan:water",
        false,
        0,
        clock.instant(),
        clock.instant(),
        null);
  }

  /** Tells what a call brought. */
  public void settle(DeliveryId delivery, DeliveryState state, Outcome outcome) {
    tell(List.of(new SettledDelivery(delivery, 1, state, outcome)));
  }

  /** Gives it back to the queue, with what the call brought; null when there was none. */
  public void requeue(DeliveryId delivery, NotificationId notification, Outcome outcome) {
    notifications.queued.put(delivery, notification);
    settle(delivery, DeliveryState.QUEUED, outcome);
  }

  private void tell(List<SettledDelivery> settled) {
    Gate gate = bean(Gate.class);
    boolean ignored =
        inTransaction(
            () -> {
              gate.settle(settled);
              return true;
            });
  }
}
