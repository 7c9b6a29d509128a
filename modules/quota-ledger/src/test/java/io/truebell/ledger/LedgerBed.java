package io.truebell.ledger;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.identity.Actor;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.Fault;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants;
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
import io.truebell.core.tenancy.Tenants;
import io.truebell.ledger.base.LedgerSettings;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * As much of the platform as the ledger needs: one tenant whose channel "needy" wants an
 * authorisation for each send, and the gates in their order, driven as the dispatcher drives them.
 */
public final class LedgerBed implements AutoCloseable {
  public static final ChannelKey NEEDY = new ChannelKey("needy");
  public static final ChannelKey FREE = new ChannelKey("free");
  public static final String TEMPLATE = "tpl-1";
  public static final Actor CLIENT = new Actor("api_key", "test");

  private static final AtomicLong IDS = new AtomicLong();

  // the dispatcher's table, as far as the ledger reads it
  private static final String DELIVERY =
      """
      CREATE TABLE delivery (id uuid PRIMARY KEY, channel text NOT NULL)
      """;

  public final TestClock clock = TestClock.atEight();
  public final Tenant tenant;
  public final JdbcClient jdbc;
  public final Map<String, List<String>> templates = new ConcurrentHashMap<>();
  public final Map<String, RecipientId> people = new ConcurrentHashMap<>();
  public final List<String> heard = new CopyOnWriteArrayList<>();
  public volatile boolean suspended;
  private final HikariDataSource pool;
  private final AnnotationConfigApplicationContext context;
  private final TransactionTemplate transaction;

  public LedgerBed() {
    TenantId id = new TenantId(new UUID(0x0193L << 48, IDS.incrementAndGet()));
    tenant = new Tenant(id, "tenant", Tenant.schemaOf(id), true);
    pool = TestStores.pool(TestStores.freshDatabase(), 12);
    new SchemaMigrations(pool).migrateTenant(tenant.schema());
    TenantDataSource scoped = new TenantDataSource(pool);
    jdbc = JdbcClient.create(scoped);
    transaction = new TransactionTemplate(new DataSourceTransactionManager(scoped));
    templates.put(TEMPLATE, List.of("drink.water"));
    context = new AnnotationConfigApplicationContext();
    context.registerBean(JdbcClient.class, () -> jdbc);
    context.registerBean(TransactionTemplate.class, () -> transaction);
    context.registerBean(Clock.class, () -> clock);
    context.registerBean(
        Ids.class, () -> () -> new UUID(0x0194L << 48 | 7 << 12, IDS.incrementAndGet()));
    context.registerBean(Tenants.class, () -> new OneTenant());
    context.registerBean(ChannelAccounts.class, () -> new NeedyAccount());
    context.registerBean(Directory.class, () -> new People());
    context.registerBean(GrantListener.class, () -> new Listener());
    context.registerBean(
        LedgerSettings.class,
        () -> new LedgerSettings(2, Duration.ofMinutes(5), Duration.ofSeconds(1)));
    context.scan("io.truebell.ledger");
    context.refresh();
    int ignored = within(() -> jdbc.sql(DELIVERY).update());
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public Grants grants() {
    return bean(Grants.class);
  }

  public <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  public <T> T inTransaction(Supplier<T> work) {
    return within(() -> transaction.execute(status -> work.get()));
  }

  /**
   * Does the work in a transaction that comes to nothing, as when the worker dies before it
   * commits.
   */
  public <T> T rolledBack(Supplier<T> work) {
    return within(
        () ->
            transaction.execute(
                status -> {
                  T done = work.get();
                  status.setRollbackOnly();
                  return done;
                }));
  }

  public long count(String sql) {
    return within(() -> jdbc.sql(sql).query(Long.class).single());
  }

  public RecipientId person(String name) {
    return people.computeIfAbsent(
        name, n -> new RecipientId(new UUID(0x0195L << 48, IDS.incrementAndGet())));
  }

  public Purpose purpose(String name) {
    return new Purpose(person(name), NEEDY, TEMPLATE);
  }

  public Grants.Registered answer(String name, String request, String status) {
    return answer(name, request, status, clock.instant());
  }

  public Grants.Registered answer(String name, String request, String status, Instant at) {
    return within(
        () ->
            grants()
                .register(
                    new Grants.Answer(purpose(name), request, status, at, "checkin:1"), CLIENT));
  }

  public Grants.Balance balance(String name) {
    return within(() -> grants().balance(purpose(name)));
  }

  /** {@code available/reserved/consumed/invalid}. */
  public String counts(String name) {
    Grants.Balance b = balance(name);
    return b.available() + "/" + b.reserved() + "/" + b.consumed() + "/" + b.invalid();
  }

  public DueDelivery due(String name) {
    return due(name, NEEDY);
  }

  /** A delivery that was never claimed. */
  public DueDelivery due(String name, ChannelKey channel) {
    UUID id = new UUID(0x0196L << 48, IDS.incrementAndGet());
    int ignored =
        within(
            () ->
                jdbc.sql("INSERT INTO delivery (id, channel) VALUES (:id, :channel)")
                    .param("id", id)
                    .param("channel", channel.value())
                    .update());
    UUID nil = new UUID(0, 0);
    return new DueDelivery(
        new DeliveryId(id),
        new NotificationId(nil),
        person(name),
        channel,
        new AccountId(nil),
        new EndpointId(nil),
        "drink.water",
        Category.TRANSACTIONAL,
        "",
        false,
        0,
        clock.instant(),
        clock.instant(),
        null);
  }

  /** The same delivery after that many claims. */
  public static DueDelivery after(DueDelivery d, int attempts) {
    return new DueDelivery(
        d.id(),
        d.notification(),
        d.recipient(),
        d.channel(),
        d.account(),
        d.endpoint(),
        d.type(),
        d.category(),
        d.subject(),
        d.urgent(),
        attempts,
        d.createdAt(),
        d.notBefore(),
        d.expiresAt());
  }

  private List<Gate> gates() {
    return context.getBeansOfType(Gate.class).values().stream()
        .sorted(Comparator.comparing(Gate::place))
        .toList();
  }

  /** Leads deliveries through the gates and tells these what was decided, in one transaction. */
  public Map<DeliveryId, Verdict> claim(DueDelivery... due) {
    return inTransaction(() -> decide(examine(List.of(due), false)));
  }

  public Verdict claimOne(DueDelivery due) {
    return claim(due).get(due.id());
  }

  /** What gates would say. */
  public Map<DeliveryId, Verdict> rehearse(DueDelivery... due) {
    return inTransaction(
        () -> {
          Map<DeliveryId, Verdict> verdicts = new HashMap<>();
          examine(List.of(due), true).forEach(d -> verdicts.put(d.delivery().id(), d.verdict()));
          return verdicts;
        });
  }

  /** To be called in a transaction. */
  public List<DecidedDelivery> examine(List<DueDelivery> due, boolean rehearsal) {
    Map<DeliveryId, Verdict> last = new LinkedHashMap<>();
    due.forEach(d -> last.put(d.id(), Verdict.PASS));
    List<DueDelivery> left = due;
    for (Gate gate : gates()) {
      last.putAll(gate.examine(new GateBatch(clock.instant(), left, rehearsal)));
      left = left.stream().filter(d -> last.get(d.id()) instanceof Verdict.Pass).toList();
    }
    return due.stream().map(d -> new DecidedDelivery(d, last.get(d.id()))).toList();
  }

  /** To be called in the same transaction. */
  public Map<DeliveryId, Verdict> decide(List<DecidedDelivery> decided) {
    List<DecidedDelivery> told =
        decided.stream().filter(d -> !(d.verdict() instanceof Verdict.Hold)).toList();
    gates().forEach(gate -> gate.decided(told));
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    decided.forEach(d -> verdicts.put(d.delivery().id(), d.verdict()));
    return verdicts;
  }

  public void settle(SettledDelivery... settled) {
    boolean ignored = inTransaction(() -> tell(settled));
  }

  /** The outcomes are told, and the transaction comes to nothing. */
  public void settleInVain(SettledDelivery... settled) {
    boolean ignored = rolledBack(() -> tell(settled));
  }

  private boolean tell(SettledDelivery... settled) {
    gates().forEach(gate -> gate.settle(List.of(settled)));
    return true;
  }

  public static SettledDelivery accepted(DueDelivery due) {
    return settled(due, DeliveryState.ACCEPTED, new Outcome.Accepted(null, "0", "ok", false));
  }

  public static SettledDelivery unknown(DueDelivery due) {
    return settled(due, DeliveryState.UNKNOWN, new Outcome.Unknown("lease_expired", ""));
  }

  public static SettledDelivery rejected(DueDelivery due, Proof... proofs) {
    return settled(
        due,
        DeliveryState.REJECTED,
        new Outcome.Rejected(Fault.RECIPIENT, "43101", "", false, Set.of(proofs)));
  }

  public static SettledDelivery failed(DueDelivery due) {
    return settled(due, DeliveryState.FAILED, new Outcome.Failed("500", ""));
  }

  public static SettledDelivery retried(DueDelivery due) {
    return settled(
        due,
        DeliveryState.QUEUED,
        new Outcome.Transient("busy", "", null, Outcome.SlowScope.DELIVERY));
  }

  public static SettledDelivery givenBack(DueDelivery due) {
    return settled(due, DeliveryState.QUEUED, null);
  }

  /** What became of the claim that follows {@code due}'s attempts. */
  public static SettledDelivery settled(
      DueDelivery due, DeliveryState state, @Nullable Outcome outcome) {
    return new SettledDelivery(due.id(), due.attempts() + 1, state, outcome);
  }

  /** A receipt that says the person refused. */
  public void refusedByReceipt(DueDelivery due, String receiptId) {
    ReceiptListener.Stored receipt =
        new ReceiptListener.Stored(
            due.id(),
            due.recipient(),
            due.endpoint(),
            due.account(),
            due.channel(),
            "transactional",
            receiptId,
            ReceiptNews.undelivered(Proof.PERSON_REFUSED),
            "user_refused",
            "",
            true);
    boolean ignored =
        inTransaction(
            () -> {
              context
                  .getBeansOfType(ReceiptListener.class)
                  .values()
                  .forEach(listener -> listener.stored(receipt));
              return true;
            });
  }

  @Override
  public void close() {
    context.close();
    pool.close();
  }

  private final class OneTenant implements Tenants {
    @Override
    public Optional<Tenant> active(TenantId id) {
      return Optional.of(tenant).filter(t -> t.id().equals(id) && !suspended);
    }

    @Override
    public Map<TenantId, Tenant> active(Collection<TenantId> ids) {
      return ids.contains(tenant.id()) && !suspended ? Map.of(tenant.id(), tenant) : Map.of();
    }

    @Override
    public Collection<Tenant> allActive() {
      return suspended ? List.of() : List.of(tenant);
    }
  }

  private final class NeedyAccount implements ChannelAccounts {
    private final AccountId account = new AccountId(new UUID(0, 0));

    @Override
    public Optional<Known> find(AccountId id) {
      return Optional.of(new Known(account, NEEDY, false));
    }

    @Override
    public <T> Optional<T> open(AccountId id, Function<Opened, T> work) {
      throw new UnsupportedOperationException("the ledger opens no secret");
    }

    @Override
    public Map<DeliveryId, String> grantTemplates(List<DueDelivery> deliveries) {
      Map<DeliveryId, String> wanted = new HashMap<>();
      deliveries.stream()
          .filter(d -> d.channel().equals(NEEDY))
          .forEach(d -> wanted.put(d.id(), TEMPLATE));
      return wanted;
    }

    @Override
    public List<GrantTemplate> grantTemplates() {
      List<GrantTemplate> all = new ArrayList<>();
      templates.forEach((name, types) -> all.add(new GrantTemplate(account, NEEDY, name, types)));
      return all;
    }
  }

  private final class People implements Directory {
    @Override
    public Optional<Person> find(String externalId) {
      return Optional.ofNullable(people.get(externalId)).map(id -> person(id, externalId));
    }

    @Override
    public Map<RecipientId, Person> find(Collection<RecipientId> ids) {
      Map<RecipientId, Person> found = new HashMap<>();
      people.forEach(
          (name, id) -> {
            if (ids.contains(id)) {
              found.put(id, person(id, name));
            }
          });
      return found;
    }

    /** An address is the person's name here. */
    @Override
    public List<RecipientId> at(ChannelKey channel, String address) {
      return Optional.ofNullable(people.get(address)).stream().toList();
    }

    private static Person person(RecipientId id, String name) {
      return new Person(id, name, ZoneOffset.UTC, Locale.ENGLISH);
    }
  }

  private final class Listener implements GrantListener {
    @Override
    public void granted(Purpose purpose) {
      heard.add("granted " + purpose.template());
    }

    @Override
    public void voided(Purpose purpose, String why) {
      heard.add("voided " + why);
    }
  }
}
