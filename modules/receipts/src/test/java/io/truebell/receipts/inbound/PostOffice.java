package io.truebell.receipts.inbound;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ConsentListener;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.Receipts;
import io.truebell.core.spi.Settings;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.core.vault.EnvelopeVault;
import io.truebell.core.vault.MasterKey;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.TenantKeys;
import io.truebell.core.vault.Vault;
import io.truebell.core.vault.WrappedKey;
import io.truebell.receipts.address.Addresses;
import io.truebell.receipts.address.ReceiptsSettings;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.unit.DataSize;

/**
 * As much of the platform as receipts need: two tenants, one account each on a channel that signs
 * like Twilio, and a door behind which deliveries are known or not.
 */
final class PostOffice implements AutoCloseable {
  static final AccountId ACCOUNT = new AccountId(new UUID(7, 7));
  static final String TOKEN = "12345";
  private static final AtomicLong IDS = new AtomicLong();

  final TestClock clock = TestClock.atEight();
  final Tenant tenant = tenant(1);
  final Tenant other = tenant(2);
  final List<ReceiptArrived> told = new CopyOnWriteArrayList<>();
  final List<String> heard = new CopyOnWriteArrayList<>();
  final Set<String> knownRefs = ConcurrentHashMap.newKeySet();
  final Set<TenantId> suspended = ConcurrentHashMap.newKeySet();
  volatile boolean doorFails;
  final JdbcClient jdbc;
  private final HikariDataSource pool;
  private final AnnotationConfigApplicationContext context;

  PostOffice() {
    pool = TestStores.pool(TestStores.freshDatabase(), 6);
    SchemaMigrations migrations = new SchemaMigrations(pool);
    migrations.migratePlatform();
    migrations.migrateDatastore();
    TenantDataSource scoped = new TenantDataSource(pool);
    jdbc = JdbcClient.create(scoped);
    Vault vault =
        new EnvelopeVault(
            MasterKey.parse(Base64.getEncoder().encodeToString(new byte[32]), "the test"),
            new Keys(),
            clock);
    for (Tenant t : List.of(tenant, other)) {
      migrations.migrateTenant(t.schema());
      vault.createKey(t.id());
    }
    context = new AnnotationConfigApplicationContext();
    context.registerBean(JdbcClient.class, () -> jdbc, d -> d.setPrimary(true));
    context.registerBean("platformJdbc", JdbcClient.class, () -> JdbcClient.create(pool));
    context.registerBean(
        TransactionTemplate.class,
        () -> new TransactionTemplate(new DataSourceTransactionManager(scoped)));
    context.registerBean(Clock.class, () -> clock);
    context.registerBean(Ids.class, () -> () -> new UUID(1, IDS.incrementAndGet()));
    context.registerBean(Vault.class, () -> vault);
    context.registerBean(Tenants.class, () -> new Both());
    context.registerBean(ChannelAccounts.class, () -> new OneAccount());
    context.registerBean(ReceiptParser.class, TwilioLikeParser::new);
    context.registerBean(Receipts.class, () -> this::door);
    context.registerBean(ConsentListener.class, () -> this::hear);
    context.registerBean(
        ReceiptsSettings.class,
        () ->
            new ReceiptsSettings(
                URI.create("https://bell.example.com"),
                Duration.ofDays(7),
                DataSize.ofKilobytes(256),
                Duration.ofMillis(50),
                Duration.ofDays(7),
                Duration.ofDays(30)));
    context.scan("io.truebell.receipts.address");
    context.register(
        Parsers.class,
        InboundRows.class,
        Mailroom.class,
        ReadReceipts.class,
        ReadReceipts.Readers.class,
        ReceiveReceipts.class);
    context.refresh();
  }

  private Receipts.Effect door(ReceiptArrived receipt) {
    if (doorFails) {
      throw new IllegalStateException("the door is jammed");
    }
    boolean known =
        receipt.match() instanceof ReceiptMatch.ByProviderRef ref && knownRefs.contains(ref.ref());
    if (!known) {
      return Receipts.Effect.UNMATCHED;
    }
    told.add(receipt);
    return Receipts.Effect.MOVED;
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  <T> T within(Supplier<T> work) {
    return TenantScope.call(tenant, work::get);
  }

  /** The token of the account's current address. */
  String token() {
    return within(() -> bean(Addresses.class).of(ACCOUNT).path())
        .substring(Addresses.ROOT.length());
  }

  /** Reads what is due, if a hint says so; says whether one did. */
  boolean read() {
    ReadReceipts reading = bean(ReadReceipts.class);
    boolean due = reading.due().contains(tenant.id());
    if (due) {
      int ignored = reading.visit(tenant);
    }
    return due;
  }

  /** What Twilio would send. */
  Letter letter(String token, Map<String, String> parameters) {
    String body = TwilioLikeParser.form(parameters);
    String url = "https://bell.example.com/in/" + token;
    return letter(token, body, TwilioLikeParser.sign(TOKEN, url, parameters));
  }

  Letter letter(String token, String body, String signature) {
    return new Letter(
        "POST",
        "https://bell.example.com/in/" + token,
        "",
        "",
        Map.of("x-twilio-signature", List.of(signature)),
        body.getBytes(StandardCharsets.UTF_8));
  }

  long count(String table) {
    return within(() -> jdbc.sql("SELECT count(*) FROM " + table).query(Long.class).single());
  }

  @Override
  public void close() {
    context.close();
    pool.close();
  }

  private static Tenant tenant(long number) {
    TenantId id = new TenantId(new UUID(0x0193L << 48, number));
    return new Tenant(id, "tenant-" + number, Tenant.schemaOf(id), true);
  }

  private final class Both implements Tenants {
    @Override
    public Optional<Tenant> active(TenantId id) {
      return Optional.ofNullable(active(List.of(id)).get(id));
    }

    @Override
    public Map<TenantId, Tenant> active(Collection<TenantId> ids) {
      Map<TenantId, Tenant> found = new HashMap<>();
      for (Tenant t : allActive()) {
        if (ids.contains(t.id())) {
          found.put(t.id(), t);
        }
      }
      return found;
    }

    @Override
    public Collection<Tenant> allActive() {
      return List.of(tenant, other).stream().filter(t -> !suspended.contains(t.id())).toList();
    }
  }

  private final class OneAccount implements ChannelAccounts {
    private final Known known = new Known(ACCOUNT, new ChannelKey("twilio-like"), false);

    @Override
    public Optional<Known> find(AccountId account) {
      return Optional.of(known)
          .filter(k -> k.id().equals(account) && TenantScope.current().equals(tenant));
    }

    @Override
    public <T> Optional<T> open(AccountId account, Function<Opened, T> work) {
      return find(account)
          .map(
              k ->
                  work.apply(
                      new Opened(
                          k, new Settings(Map.of()), Map.of("auth_token", Secret.of(TOKEN)))));
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

  private void hear(AccountId account, ChannelKey channel, ConsentNews news) {
    if (doorFails) {
      throw new IllegalStateException("the listener is deaf");
    }
    heard.add(account + " " + channel.value() + " " + news);
  }

  private static final class Keys implements TenantKeys {
    private final Map<TenantId, List<WrappedKey>> keys = new ConcurrentHashMap<>();

    @Override
    public List<WrappedKey> load(TenantId tenant) {
      return keys.getOrDefault(tenant, List.of());
    }

    @Override
    public void storeFirst(TenantId tenant, List<WrappedKey> first) {
      keys.putIfAbsent(tenant, first);
    }

    @Override
    public void destroy(TenantId tenant) {
      keys.remove(tenant);
    }
  }
}
