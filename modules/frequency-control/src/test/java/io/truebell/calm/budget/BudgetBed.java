package io.truebell.calm.budget;

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
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.Deliveries;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.Outcome;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** As much of the platform as budgets need: one tenant with any accounts of channel "sms". */
final class BudgetBed implements AutoCloseable {
  static final ChannelKey SMS = new ChannelKey("sms");
  static final ChannelKey WEBHOOK = new ChannelKey("webhook");
  static final AccountId ACCOUNT = new AccountId(new UUID(1, 1));
  static final AccountId OTHER = new AccountId(new UUID(1, 2));
  static final AccountId UNKNOWN = new AccountId(new UUID(1, 9));
  static final Caller TENANT =
      new Caller(new Actor("api_key", "test"), null, Set.of(Scope.CHANNELS));

  private static final AtomicLong IDS = new AtomicLong();

  /** A delivery that another channel was asked to take over. */
  record FallenBack(DeliveryId ended, ChannelKey channel, Reason reason) {}

  final TestClock clock = TestClock.atEight();
  final List<FallenBack> fallenBack = new CopyOnWriteArrayList<>();
  private final Tenant tenant;
  final JdbcClient jdbc;
  private final HikariDataSource pool;
  private final AnnotationConfigApplicationContext context;
  private final TransactionTemplate transaction;

  BudgetBed() {
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
    context.registerBean(ChannelAccounts.class, () -> new SmsAccounts());
    context.registerBean(Deliveries.class, () -> new Followers());
    context.registerBean("sms", ChannelAdapter.class, () -> new NamedChannel(SMS));
    context.registerBean("webhook", ChannelAdapter.class, () -> new NamedChannel(WEBHOOK));
    context.scan("io.truebell.calm.budget");
    context.refresh();
  }

  Gate gate() {
    return context.getBean(Gate.class);
  }

  BudgetController api() {
    return context.getBean(BudgetController.class);
  }

  <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  private <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(within(() -> transaction.execute(status -> work.get())));
  }

  BudgetView set(@Nullable Long limit, @Nullable String fallback, @Nullable String zone) {
    return set(ACCOUNT, new BudgetRequest(limit, List.of(80, 95), fallback, zone));
  }

  BudgetView set(AccountId account, BudgetRequest request) {
    return within(() -> api().setBudget(TENANT, account.value(), request));
  }

  BudgetView get() {
    return within(() -> api().budget(ACCOUNT.value()));
  }

  DueDelivery due() {
    return due(ACCOUNT, false, 0, new UUID(0x0196L << 48, IDS.incrementAndGet()));
  }

  DueDelivery due(AccountId account, boolean urgent, int attempts, UUID id) {
    Instant now = clock.instant();
    return new DueDelivery(
        new DeliveryId(id),
        new NotificationId(new UUID(0, 0)),
        new RecipientId(new UUID(0, 1)),
        SMS,
        account,
        new EndpointId(new UUID(0, 2)),
        "drink.water",
        Category.TRANSACTIONAL,
        "",
        urgent,
        attempts,
        now,
        now,
        null);
  }

  DueDelivery urgent() {
    return due(ACCOUNT, true, 0, new UUID(0x0196L << 48, IDS.incrementAndGet()));
  }

  DueDelivery of(AccountId account) {
    return due(account, false, 0, new UUID(0x0196L << 48, IDS.incrementAndGet()));
  }

  /** The same delivery at its next claim. */
  DueDelivery again(DueDelivery due) {
    return due(due.account(), due.urgent(), due.attempts() + 1, due.id().value());
  }

  /** Examines and decides in one transaction, as a claim does. */
  Map<DeliveryId, Verdict> claim(List<DueDelivery> due) {
    return inTransaction(() -> decide(due));
  }

  private Map<DeliveryId, Verdict> decide(List<DueDelivery> due) {
    Map<DeliveryId, Verdict> verdicts = new LinkedHashMap<>();
    Map<DeliveryId, Verdict> said = gate().examine(new GateBatch(clock.instant(), due, false));
    List<DecidedDelivery> decided = new ArrayList<>();
    for (DueDelivery each : due) {
      Verdict verdict = said.getOrDefault(each.id(), Verdict.PASS);
      verdicts.put(each.id(), verdict);
      decided.add(new DecidedDelivery(each, verdict));
    }
    gate().decided(decided);
    return verdicts;
  }

  boolean passes(DueDelivery due) {
    return claim(List.of(due)).get(due.id()) instanceof Verdict.Pass;
  }

  /** The gate lets it through and a later one does not. */
  void examinedAlone(DueDelivery due) {
    Map<DeliveryId, Verdict> ignored =
        inTransaction(() -> gate().examine(new GateBatch(clock.instant(), List.of(due), false)));
  }

  Map<DeliveryId, Verdict> rehearse(List<DueDelivery> due) {
    return inTransaction(() -> gate().examine(new GateBatch(clock.instant(), due, true)));
  }

  void settle(DueDelivery due, DeliveryState state, @Nullable Outcome outcome) {
    boolean ignored =
        inTransaction(
            () -> {
              gate()
                  .settle(
                      List.of(
                          new SettledDelivery(due.id(), due.attempts() + 1, state, outcome, due)));
              return true;
            });
  }

  void accepted(DueDelivery due) {
    settle(due, DeliveryState.ACCEPTED, new Outcome.Accepted(null, "0", "ok", false));
  }

  void refusedForNow(DueDelivery due) {
    settle(
        due,
        DeliveryState.QUEUED,
        new Outcome.Transient("busy", "", Duration.ofSeconds(1), Outcome.SlowScope.DELIVERY));
  }

  long count(String table) {
    return within(() -> jdbc.sql("SELECT count(*) FROM " + table).query(Long.class).single());
  }

  @Override
  public void close() {
    context.close();
    pool.close();
  }

  private static final class SmsAccounts implements ChannelAccounts {
    @Override
    public Optional<Known> find(AccountId account) {
      return account.equals(UNKNOWN)
          ? Optional.empty()
          : Optional.of(new Known(account, SMS, false));
    }

    @Override
    public <T> Optional<T> open(AccountId account, Function<Opened, T> work) {
      throw new UnsupportedOperationException("budgets open no secret");
    }

    @Override
    public Map<DeliveryId, String> grantTemplates(List<DueDelivery> deliveries) {
      return Map.of();
    }

    @Override
    public List<GrantTemplate> grantTemplates() {
      return List.of();
    }
  }

  private final class Followers implements Deliveries {
    @Override
    public Optional<DeliveryId> carryOn(DeliveryId merged, Instant notBefore, Reason reason) {
      throw new UnsupportedOperationException("budgets merge nothing");
    }

    @Override
    public Optional<DeliveryId> fallBack(DeliveryId ended, ChannelKey channel, Reason reason) {
      fallenBack.add(new FallenBack(ended, channel, reason));
      return Optional.empty();
    }
  }
}
