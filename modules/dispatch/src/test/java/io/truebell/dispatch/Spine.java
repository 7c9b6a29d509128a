package io.truebell.dispatch;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.core.vault.EnvelopeVault;
import io.truebell.core.vault.MasterKey;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.WireSettings;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.accounts.GrantTemplates;
import io.truebell.dispatch.accounts.OpenAccounts;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.evidence.ReconcileSettings;
import io.truebell.dispatch.evidence.Reconciliation;
import io.truebell.dispatch.fanout.FanOutSettings;
import io.truebell.dispatch.fanout.TestFanOut;
import io.truebell.dispatch.intake.TestIntake;
import io.truebell.dispatch.path.DeliveryPath;
import io.truebell.dispatch.path.DispatchSettings;
import io.truebell.dispatch.redrive.TestRedrive;
import io.truebell.dispatch.routes.TestRoutes;
import io.truebell.testkit.FakeProvider;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * One node of the spine, whole, on a real database, with a clock that stands and a provider that
 * does as told. A second node shares database, clock and provider.
 */
public final class Spine implements AutoCloseable {
  private static final AtomicLong IDS = new AtomicLong();

  public final TestClock clock;
  public final FakeProvider provider;
  public final Tenant tenant;
  public final ScriptedGate gate = new ScriptedGate();
  final ScriptedSpeaker speaker = new ScriptedSpeaker();
  final HeardReceipts listener = new HeardReceipts();
  public final ScriptedWitness witness = new ScriptedWitness();
  public final JdbcClient jdbc;
  public final JdbcClient shared;
  public final HikariDataSource pool;
  public final HikariDataSource lane;
  public final HikariDataSource sharedPool;
  private final Commits commits;
  private final Map<TenantId, Tenant> tenants = new ConcurrentHashMap<>();
  private volatile Tenant acting;
  private final String url;
  private final HttpWire wire;
  private final Vault vault;
  private final AnnotationConfigApplicationContext context;
  private final boolean first;

  private Spine(
      String url,
      TestClock clock,
      FakeProvider provider,
      Tenant tenant,
      MemoryKeys keys,
      DispatchSettings settings,
      boolean first) {
    this.url = url;
    this.clock = clock;
    this.provider = provider;
    this.tenant = tenant;
    this.first = first;
    this.pool = TestStores.pool(url, 8);
    this.lane = lanePool(url);
    this.sharedPool = TestStores.pool(url, 4);
    this.acting = tenant;
    tenants.put(tenant.id(), tenant);
    TenantDataSource scoped = new TenantDataSource(pool, lane);
    this.commits = new Commits(scoped);
    this.jdbc = JdbcClient.create(scoped);
    this.shared = JdbcClient.create(sharedPool);
    this.wire = new HttpWire(WireSettings.DEFAULT, AddressResolver.system());
    this.vault = new EnvelopeVault(MASTER, keys, clock);
    if (first) {
      SchemaMigrations migrations = new SchemaMigrations(sharedPool);
      migrations.migrateDatastore();
      migrations.migrateTenant(tenant.schema());
      vault.createKey(tenant.id());
    }
    this.keys = keys;
    this.context = context(settings);
  }

  private static final MasterKey MASTER =
      MasterKey.parse(Base64.getEncoder().encodeToString(new byte[32]), "the test");
  private static final ReconcileSettings RECONCILE =
      new ReconcileSettings(
          Duration.ofMillis(50),
          List.of(Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(30)),
          4);

  private final MemoryKeys keys;

  /** A node on a database of its own. */
  public static Spine open() {
    return open(settings(256));
  }

  /** A node with other settings. */
  public static Spine open(DispatchSettings settings) {
    TenantId id = new TenantId(id());
    return new Spine(
        TestStores.freshDatabase(),
        TestClock.atEight(),
        FakeProvider.plain(),
        new Tenant(id, "acme", Tenant.schemaOf(id), true),
        new MemoryKeys(),
        settings,
        true);
  }

  static DispatchSettings settings(int perAccount) {
    return new DispatchSettings(
        Duration.ofMinutes(5),
        100,
        256,
        perAccount,
        Duration.ofMillis(50),
        2,
        Duration.ofMillis(5),
        Duration.ofSeconds(20),
        false,
        DispatchSettings.LONGEST_TIMEOUT);
  }

  /** Whether tenant keys cannot be fetched; what was fetched before is forgotten after a minute. */
  void keysAway(boolean away) {
    keys.away(away);
    clock.tick(Duration.ofMinutes(2));
  }

  private static HikariDataSource lanePool(String url) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setMaximumPoolSize(3);
    config.setMinimumIdle(0);
    return new HikariDataSource(config);
  }

  /** Another tenant on this node, with a schema and an account of its own. */
  public Tenant anotherTenant(String slug, int share) {
    TenantId id = new TenantId(id());
    Tenant other = new Tenant(id, slug, Tenant.schemaOf(id), true, share);
    new SchemaMigrations(sharedPool).migrateTenant(other.schema());
    vault.createKey(id);
    tenants.put(id, other);
    as(other, () -> account("main"));
    return other;
  }

  /** Lets everything in {@code work} happen to {@code other} instead of the first tenant. */
  public <T> T as(Tenant other, Supplier<T> work) {
    Tenant before = acting;
    acting = other;
    try {
      return work.get();
    } finally {
      acting = before;
    }
  }

  /** The next so many commits happen, but their confirmation is lost. */
  public void loseConfirmations(int count) {
    commits.lose.set(count);
  }

  /** Loses what the database says of a commit, as a broken connection does. */
  private static final class Commits extends DataSourceTransactionManager {
    private static final long serialVersionUID = 1L;
    private final AtomicInteger lose = new AtomicInteger();

    Commits(TenantDataSource source) {
      super(source);
    }

    @Override
    protected void doCommit(DefaultTransactionStatus status) {
      super.doCommit(status);
      if (lose.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        throw new TransactionSystemException("the connection broke before the answer");
      }
    }
  }

  /** Another node on the same database. */
  public Spine secondNode() {
    return new Spine(url, clock, provider, tenant, keys, settings(256), false);
  }

  private AnnotationConfigApplicationContext context(DispatchSettings settings) {
    AnnotationConfigApplicationContext made = new AnnotationConfigApplicationContext();
    made.registerBean(JdbcClient.class, () -> jdbc, d -> d.setPrimary(true));
    made.registerBean("platformJdbc", JdbcClient.class, () -> shared);
    made.registerBean(TransactionTemplate.class, () -> new TransactionTemplate(commits));
    made.registerBean(Clock.class, () -> clock);
    made.registerBean(Ids.class, () -> Spine::id);
    made.registerBean(JsonMapper.class, () -> JsonMapper.builder().build());
    made.registerBean(Vault.class, () -> vault);
    made.registerBean(Tenants.class, () -> new SomeTenants(tenants));
    made.registerBean(DispatchSettings.class, () -> settings);
    made.registerBean(FanOutSettings.class, () -> new FanOutSettings(10, 1_000_000, 50));
    made.registerBean(
        ChannelAdapter.class,
        () -> new TestChannel(TestChannel.KEY, wire, provider.uri("/send")),
        d -> d.setPrimary(true));
    made.registerBean(
        "other",
        ChannelAdapter.class,
        () -> new TestChannel(TestChannel.OTHER, wire, provider.uri("/send")));
    made.registerBean(ScriptedSpeaker.class, () -> speaker);
    made.registerBean(ScriptedGate.class, () -> gate);
    made.registerBean(HeardReceipts.class, () -> listener);
    made.registerBean(ScriptedWitness.class, () -> witness);
    made.registerBean(ReconcileSettings.class, () -> RECONCILE);
    made.register(
        Channels.class,
        GrantTemplates.class,
        OpenAccounts.class,
        TestIntake.class,
        TestFanOut.class,
        TestRedrive.class,
        TestRoutes.class);
    made.scan(
        List.of(
                "moves",
                "gates",
                "path",
                "due",
                "intake",
                "evidence",
                "explain",
                "fanout",
                "redrive",
                "routes",
                "reports",
                "why")
            .stream()
            .map(room -> "io.truebell.dispatch." + room)
            .toArray(String[]::new));
    made.refresh();
    return made;
  }

  public <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  public TestIntake intake() {
    return bean(TestIntake.class);
  }

  public <T> T within(Supplier<T> work) {
    return TenantScope.call(acting, work::get);
  }

  /** Stands in for a UUID version 7: grows, and is unique over nodes. */
  private static UUID id() {
    return new UUID(0x0193_0000_0000_7000L, 0x8000_0000_0000_0000L | IDS.incrementAndGet());
  }

  // ---- people and accounts -------------------------------------------------------------------

  /** An account of the test channel. */
  public UUID account(String name) {
    return account(name, TestChannel.KEY.value());
  }

  /** An account of one of the test channels. */
  public UUID account(String name, String channel) {
    UUID account = id();
    within(
        () ->
            jdbc.sql(
                    """
                    INSERT INTO channel_account (id, channel, name, timeout_ms, created_at, updated_at)
                    VALUES (:id, :channel, :name, 5000, :now::timestamptz, :now::timestamptz)
                    """)
                .param("id", account)
                .param("channel", channel)
                .param("name", name)
                .param("now", clock.instant().toString())
                .update());
    return account;
  }

  /** No call of the tenant's accounts times out while a test, however slow, looks at it. */
  public void waitLong() {
    int _ = within(() -> jdbc.sql("UPDATE channel_account SET timeout_ms = 60000").update());
  }

  /** A recipient who cannot be reached. */
  public UUID recipient(String externalId) {
    UUID recipient = id();
    within(
        () ->
            jdbc.sql(
                    """
                    INSERT INTO recipient (id, external_id, locale, zone, created_at, updated_at)
                    VALUES (:id, :external, 'en', 'Asia/Shanghai', :now::timestamptz, :now::timestamptz)
                    """)
                .param("id", recipient)
                .param("external", externalId)
                .param("now", clock.instant().toString())
                .update());
    return recipient;
  }

  /** A recipient with an address on the test channel. */
  public UUID reachable(String externalId, String address) {
    UUID recipient = recipient(externalId);
    endpoint(recipient, address);
    return recipient;
  }

  /** One more address of a recipient. */
  public UUID endpoint(UUID recipient, String address) {
    return endpoint(recipient, TestChannel.KEY.value(), address);
  }

  /** One more address of a recipient, on one of the test channels. */
  public UUID endpoint(UUID recipient, String channel, String address) {
    UUID endpoint = id();
    within(
        () -> {
          byte[] cipher =
              vault
                  .seal(acting.id(), "endpoint/" + endpoint + "/address", Secret.of(address))
                  .bytes();
          return jdbc.sql(
                  """
                  INSERT INTO endpoint (id, recipient_id, channel, address, address_print, hint, status,
                                        status_reason, created_at, updated_at)
                  VALUES (:id, :recipient, :channel, :address, :print, '…', 'unverified', 'added',
                          :now::timestamptz, :now::timestamptz)
                  """)
              .param("id", endpoint)
              .param("recipient", recipient)
              .param("channel", channel)
              .param("address", cipher)
              .param("print", vault.fingerprint(acting.id(), "endpoint", address))
              .param("now", clock.instant().toString())
              .update();
        });
    return endpoint;
  }

  /** {@code count} recipients with an address each, named {@code p1, p2, …}. */
  public List<String> crowd(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      names.add("p" + i);
      reachable("p" + i, "address-" + i);
    }
    return names;
  }

  // ---- the way of a delivery -----------------------------------------------------------------

  /** Claims what is due and starts the calls. */
  public int visit() {
    DueTenants due = bean(DueTenants.class);
    due.drain();
    int claimed = 0;
    if (due.due(clock.instant()).contains(acting.id())) {
      int now;
      do {
        now = bean(DeliveryPath.class).visit(acting).claimed();
        claimed += now;
      } while (now > 0);
    }
    return claimed;
  }

  /** Waits for calls under way and writes what became of them. */
  public void settle() {
    try {
      DeliveryPath path = bean(DeliveryPath.class);
      while (!path.awaitSettled(Duration.ZERO)) {
        path.settleSome(Duration.ofSeconds(30));
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Until nothing is due now. */
  public void run() {
    while (visit() > 0) {
      settle();
    }
  }

  /**
   * Marks what is overdue and asks what is to be asked, if the hint says so; says whether it did.
   */
  public boolean reconcile() {
    Reconciliation reconciliation = bean(Reconciliation.class);
    boolean due = reconciliation.due().contains(tenant.id());
    if (due) {
      reconciliation.visit(tenant);
      try {
        if (!reconciliation.awaitAnswers(Duration.ofMinutes(1))) {
          throw new IllegalStateException("a question does not end");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    return due;
  }

  // ---- what can be seen afterwards -----------------------------------------------------------

  public String stateOf(String recipient) {
    return only(recipient, "state");
  }

  public String reasonOf(String recipient) {
    return only(recipient, "reason");
  }

  /** One column of the recipient's only delivery. */
  public String only(String recipient, String column) {
    return within(
        () ->
            jdbc.sql(
                    "SELECT d."
                        + column
                        + "::text FROM delivery d JOIN recipient r ON r.id = d.recipient_id WHERE"
                        + " r.external_id = :recipient")
                .param("recipient", recipient)
                .query(String.class)
                .single());
  }

  public UUID delivery(String recipient) {
    return UUID.fromString(only(recipient, "id"));
  }

  public Map<String, Long> states() {
    return within(
        () ->
            jdbc.sql("SELECT state FROM delivery").query(String.class).list().stream()
                .collect(Collectors.groupingBy(s -> s, Collectors.counting())));
  }

  public long count(String table) {
    return within(() -> jdbc.sql("SELECT count(*) FROM " + table).query(Long.class).single());
  }

  /** The moves of a recipient's only delivery, e.g. {@code QUEUED>CLAIMED gates_passed}. */
  public List<String> story(String recipient) {
    UUID delivery = delivery(recipient);
    return within(
        () ->
            jdbc.sql(
                    """
                    SELECT coalesce(from_state, '-') || '>' || to_state || ' ' || reason FROM trace
                    WHERE delivery_id = :id ORDER BY seq
                    """)
                .param("id", delivery)
                .query(String.class)
                .list());
  }

  @Override
  public void close() {
    context.close();
    wire.close();
    pool.close();
    lane.close();
    sharedPool.close();
    if (first) {
      provider.close();
    }
  }

  private record SomeTenants(Map<TenantId, Tenant> all) implements Tenants {
    @Override
    public Optional<Tenant> active(TenantId id) {
      return Optional.ofNullable(all.get(id));
    }

    @Override
    public Map<TenantId, Tenant> active(Collection<TenantId> ids) {
      return all.values().stream()
          .filter(t -> ids.contains(t.id()))
          .collect(Collectors.toMap(Tenant::id, t -> t));
    }

    @Override
    public Collection<Tenant> allActive() {
      return List.copyOf(all.values());
    }
  }
}
