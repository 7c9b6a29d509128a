package io.truebell.calm.window;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.calm.policy.CalmPolicies;
import io.truebell.calm.policy.CalmPolicy;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.ClaimedContents;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.Deliveries;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
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
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * As much of the platform as windows and digests need: one tenant with the dispatcher's own schema,
 * and its gates, driven as the dispatcher drives them.
 */
final class WindowBed implements AutoCloseable {
  static final CalmPolicy BUILT_IN = CalmPolicies.BUILT_IN;
  static final Outcome UNKNOWN = new Outcome.Unknown("timeout", "");
  static final Outcome BUSY = new Outcome.Transient("busy", "", null, Outcome.SlowScope.DELIVERY);

  final TestClock clock;
  final JdbcClient jdbc;

  /** What each claimed delivery carries, when it is not its own. */
  final Map<DeliveryId, Map<String, Object>> said = new ConcurrentHashMap<>();

  volatile CalmPolicy policy = BUILT_IN;

  /** What gates before these say; null: it may go on. */
  volatile Function<DueDelivery, @Nullable Verdict> earlier = d -> null;

  /** What gates behind these say. */
  volatile Function<DueDelivery, @Nullable Verdict> later = d -> null;

  private final Tenant tenant;
  private final HikariDataSource pool;
  private final AnnotationConfigApplicationContext context;
  private final TransactionTemplate transaction;
  private final BedRows rows;
  private final Map<String, RecipientId> people = new ConcurrentHashMap<>();

  WindowBed() {
    this(TestClock.atEight());
  }

  WindowBed(TestClock clock) {
    this.clock = clock;
    TenantId id = new TenantId(new UUID(0x0193L << 48, BedRows.IDS.incrementAndGet()));
    tenant = new Tenant(id, "tenant", Tenant.schemaOf(id), true);
    pool = TestStores.pool(TestStores.freshDatabase(), 12);
    new SchemaMigrations(pool).migrateTenant(tenant.schema());
    TenantDataSource scoped = new TenantDataSource(pool);
    jdbc = JdbcClient.create(scoped);
    rows = new BedRows(jdbc, clock);
    within(
        () -> {
          rows.createSpine(scoped);
          return true;
        });
    transaction = new TransactionTemplate(new DataSourceTransactionManager(scoped));
    context = new AnnotationConfigApplicationContext();
    context.registerBean(JdbcClient.class, () -> jdbc);
    context.registerBean(Clock.class, () -> clock);
    context.registerBean(Directory.class, () -> rows);
    context.registerBean(Deliveries.class, () -> new CarriedOn(rows));
    context.registerBean(
        "limitsInForce", LimitsInForce.class, () -> new LimitsInForce(() -> policy));
    context.scan("io.truebell.calm.window");
    context.refresh();
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  <T> T inTransaction(Supplier<T> work) {
    return Objects.requireNonNull(within(() -> transaction.execute(status -> work.get())));
  }

  /** The worker dies before it commits. */
  <T> T inVain(Supplier<T> work) {
    return Objects.requireNonNull(
        within(
            () ->
                transaction.execute(
                    status -> {
                      T done = work.get();
                      status.setRollbackOnly();
                      return done;
                    })));
  }

  void tick(long seconds) {
    clock.tick(Duration.ofSeconds(seconds));
  }

  RecipientId person(String name) {
    return person(name, "Europe/Berlin", "en");
  }

  RecipientId person(String name, String zone, String locale) {
    return people.computeIfAbsent(name, n -> within(() -> rows.person(n, zone, locale)));
  }

  /** Accepts it; its delivery is queued. */
  DeliveryId post(Post post) {
    RecipientId recipient = person(post.person());
    return inTransaction(() -> rows.post(post, recipient, rows.notification(post)));
  }

  /** The same notification through another account as well. */
  DeliveryId postAgain(DeliveryId first, Post post) {
    RecipientId recipient = person(post.person());
    NotificationId same = within(() -> rows.notificationOf(first));
    return inTransaction(() -> rows.post(post, recipient, same));
  }

  /** Posts it and claims what is due. */
  Verdict send(Post post) {
    DeliveryId id = post(post);
    return Objects.requireNonNull(claim().get(id));
  }

  /** Claims everything that is due. */
  Map<DeliveryId, Verdict> claim() {
    return claim(100);
  }

  Map<DeliveryId, Verdict> claim(int most) {
    return inTransaction(() -> claimed(most, null));
  }

  /** Claims what is due for that person. */
  Map<DeliveryId, Verdict> claimFor(String name) {
    RecipientId recipient = person(name);
    return inTransaction(() -> claimed(100, recipient));
  }

  Map<DeliveryId, Verdict> claimInVain() {
    return inVain(() -> claimed(100, null));
  }

  /** In the caller's transaction. */
  Map<DeliveryId, Verdict> claimed(int most, @Nullable RecipientId person) {
    Instant now = clock.instant();
    List<DueDelivery> due = rows.due(now, most, person);
    Map<DeliveryId, Verdict> verdicts = examine(now, due, false);
    List<DueDelivery> passing =
        due.stream().filter(d -> verdicts.get(d.id()) instanceof Verdict.Pass).toList();
    List<DueDelivery> others =
        due.stream().filter(d -> !(verdicts.get(d.id()) instanceof Verdict.Pass)).toList();
    others.forEach(d -> rows.move(d, Objects.requireNonNull(verdicts.get(d.id()))));
    passing.forEach(d -> rows.move(d, Verdict.PASS));
    Map<DeliveryId, Map<String, Object>> own = rows.payloads(passing);
    passing.forEach(d -> said.remove(d.id()));
    said.putAll(bean(ClaimedContents.class).instead(passing, own));
    List<DecidedDelivery> decided =
        due.stream()
            .map(d -> new DecidedDelivery(d, Objects.requireNonNull(verdicts.get(d.id()))))
            .filter(d -> !(d.verdict() instanceof Verdict.Hold))
            .toList();
    if (!decided.isEmpty()) {
      gates().forEach(gate -> gate.decided(decided));
    }
    return verdicts;
  }

  /** What the gates would say of these, and nothing is written. */
  Map<DeliveryId, Verdict> rehearse(DueDelivery... due) {
    TransactionTemplate readOnly =
        new TransactionTemplate(Objects.requireNonNull(transaction.getTransactionManager()));
    readOnly.setReadOnly(true);
    return Objects.requireNonNull(
        within(() -> readOnly.execute(s -> examine(clock.instant(), List.of(due), true))));
  }

  /** A delivery that exists in memory alone. */
  DueDelivery imagined(Post post) {
    return rows.imagined(post, person(post.person()));
  }

  private List<Gate> gates() {
    return context.getBeansOfType(Gate.class).values().stream()
        .sorted(Comparator.comparing(Gate::place))
        .toList();
  }

  private Map<DeliveryId, Verdict> examine(Instant now, List<DueDelivery> due, boolean rehearsal) {
    List<Gate> chain = new ArrayList<>();
    Map<DeliveryId, Verdict> ended = rehearsal ? Map.of() : rows.endedBefore(due, now);
    chain.add(new Said(GatePlace.CANCELLED_OR_EXPIRED, d -> ended.get(d.id())));
    chain.add(new Said(GatePlace.SUPPRESSION, d -> earlier.apply(d)));
    chain.addAll(gates());
    chain.add(new Said(GatePlace.EGRESS_PACING, d -> later.apply(d)));
    Map<DeliveryId, Verdict> last = new LinkedHashMap<>();
    due.forEach(d -> last.put(d.id(), Verdict.PASS));
    List<DueDelivery> left = due;
    for (Gate gate : chain) {
      last.putAll(gate.examine(new GateBatch(now, left, rehearsal)));
      left = left.stream().filter(d -> last.get(d.id()) instanceof Verdict.Pass).toList();
    }
    return last;
  }

  /** A gate that says what a test wants. */
  private record Said(GatePlace place, Function<DueDelivery, @Nullable Verdict> rule)
      implements Gate {
    @Override
    public Map<DeliveryId, Verdict> examine(GateBatch batch) {
      Map<DeliveryId, Verdict> verdicts = new HashMap<>();
      for (DueDelivery delivery : batch.deliveries()) {
        Verdict verdict = rule.apply(delivery);
        if (verdict != null) {
          verdicts.put(delivery.id(), verdict);
        }
      }
      return verdicts;
    }
  }

  static Verdict.Hold held(Instant until) {
    return new Verdict.Hold(Reason.of("paced"), new Policy("pacing", 1), until);
  }

  static Verdict stopped(DeliveryState state) {
    return new Verdict.Stop(state, Reason.of("stopped_early"), new Policy("test", 1));
  }

  static Verdict degraded() {
    return new Verdict.Degrade(Reason.of("over_budget"), new Policy("test", 1));
  }

  void accepted(DeliveryId id) {
    settle(id, DeliveryState.ACCEPTED, new Outcome.Accepted(null, "0", "ok", false));
  }

  /** A claimed delivery's call, or the lack of one, brought this. */
  void settle(DeliveryId id, DeliveryState to, @Nullable Outcome outcome) {
    boolean ignored =
        inTransaction(
            () -> {
              rows.settled(id, to);
              tell(id, to, outcome);
              return true;
            });
  }

  /** The gates are told once more of what they were told already. */
  void tellAgain(DeliveryId id, DeliveryState state, @Nullable Outcome outcome) {
    boolean ignored =
        inTransaction(
            () -> {
              tell(id, state, outcome);
              return true;
            });
  }

  private void tell(DeliveryId id, DeliveryState state, @Nullable Outcome outcome) {
    gates().forEach(gate -> gate.settle(List.of(new SettledDelivery(id, 1, state, outcome))));
  }

  /** The sender withdraws the notification: marked first, then what is queued ends. */
  void withdraw(DeliveryId id) {
    mark(id);
    boolean ignored = inTransaction(() -> withdrawn(id));
  }

  void mark(DeliveryId id) {
    boolean ignored =
        within(
            () -> {
              rows.mark(id);
              return true;
            });
  }

  /** In the caller's transaction. */
  boolean withdrawn(DeliveryId id) {
    List<DeliveryId> queued = rows.queuedOf(id);
    for (DeliveryId one : queued) {
      rows.settled(one, DeliveryState.CANCELLED);
      tell(one, DeliveryState.CANCELLED, null);
    }
    return !queued.isEmpty();
  }

  String state(DeliveryId id) {
    return one("SELECT state FROM delivery WHERE id = '" + id + "'");
  }

  /** {@code state members due}, the oldest first. */
  List<String> digests(String person) {
    return within(
        () ->
            jdbc.sql(
                    "SELECT state || ' ' || members || ' ' || extract(epoch FROM due_at - opened_at)::int"
                        + " FROM calm_digest WHERE recipient_id = :id ORDER BY opened_at, id")
                .param("id", person(person).value())
                .query(String.class)
                .list());
  }

  long count(String sql) {
    return within(() -> jdbc.sql(sql).query(Long.class).single());
  }

  String one(String sql) {
    return within(() -> jdbc.sql(sql).query(String.class).single());
  }

  /** How many calls there were for the person. */
  long calls(String person) {
    return count(
        "SELECT coalesce(sum(attempt), 0)::bigint FROM delivery WHERE recipient_id = '"
            + person(person)
            + "'");
  }

  AccountId account(int number) {
    return BedRows.account(number);
  }

  @Override
  public void close() {
    context.close();
    pool.close();
  }

  /** What the dispatcher does when a merged delivery has to carry on. */
  private record CarriedOn(BedRows rows) implements Deliveries {
    @Override
    public Optional<DeliveryId> carryOn(DeliveryId merged, Instant notBefore, Reason reason) {
      return rows.carryOn(merged, notBefore, reason);
    }

    @Override
    public Optional<DeliveryId> fallBack(DeliveryId ended, ChannelKey channel, Reason reason) {
      throw new UnsupportedOperationException("digests use one channel");
    }
  }
}
