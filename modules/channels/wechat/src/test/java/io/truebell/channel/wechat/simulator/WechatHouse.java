package io.truebell.channel.wechat.simulator;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.account.WechatSettings;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ProviderSimulator;
import io.truebell.core.spi.ProviderSimulator.Act;
import io.truebell.core.spi.ProviderSimulator.Answer;
import io.truebell.core.spi.ProviderSimulator.Caller;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.spi.Settings;
import io.truebell.core.spi.SimulatedReport;
import io.truebell.core.spi.SimulatedReports;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Secret;
import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireSettings;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.LocalTokens;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The channels of WeChat, the simulated WeChat behind real HTTP, and an account of each. */
final class WechatHouse implements AutoCloseable {
  static final AccountId MINI = new AccountId(new UUID(5, 1));
  static final AccountId OFFICIAL = new AccountId(new UUID(5, 2));
  static final AccountId REAL = new AccountId(new UUID(5, 3));
  static final String TEMPLATE = "TnAZdCzwzPd5f0_JKZl-6e0pLBWhxWr1gpMy6cJKB3A";

  private static final TenantId ID = new TenantId(new UUID(0x0193L << 48, 77));
  private static final Tenant TENANT = new Tenant(ID, "tenant", Tenant.schemaOf(ID), true);
  private static final String APP_ID = "wx8f4c2a1b3d5e6f70";

  final Accounts accounts = new Accounts();
  final TestClock clock = TestClock.atEight();
  final LocalTokens tokens = new LocalTokens();
  final List<ReceiptRequest> pushed = new ArrayList<>();
  private final AnnotationConfigApplicationContext context;
  private final HttpServer server;
  private final Map<AccountId, AtomicInteger> calls = new HashMap<>();

  WechatHouse() throws IOException {
    context = new AnnotationConfigApplicationContext();
    context.registerBean(TestClock.class, () -> clock);
    context.registerBean(ChannelAccounts.class, () -> accounts);
    context.registerBean(
        SimulatedReports.class, () -> (account, reports) -> push(account, reports));
    context.register(Beans.class);
    context.refresh();
    server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.createContext("/", this::serve);
    server.start();
  }

  @Configuration(proxyBeanMethods = false)
  @ComponentScan("io.truebell.channel.wechat")
  static class Beans {
    @Bean
    DataSource dataSource() {
      DataSource pool = TestStores.pool(TestStores.freshDatabase(), 4);
      new SchemaMigrations(pool).migrateTenant(TENANT.schema());
      return new TenantDataSource(pool);
    }

    @Bean
    JdbcClient jdbc(DataSource source) {
      return JdbcClient.create(source);
    }

    @Bean
    Ids ids() {
      AtomicLong last = new AtomicLong();
      return () -> new UUID(3, last.incrementAndGet());
    }

    @Bean
    Wire wire() {
      return new HttpWire(WireSettings.DEFAULT, AddressResolver.system());
    }

    @Bean
    WechatSettings settings() {
      return new WechatSettings(URI.create("https://weixin.invalid"), Duration.ofMinutes(5));
    }
  }

  <T> T bean(Class<T> type) {
    return context.getBean(type);
  }

  /** Work in the tenant's scope. */
  <T> T in(Supplier<T> work) {
    return TenantScope.call(TENANT, work::get);
  }

  /** A message from the adapter over HTTP to the simulator, and what it reports of it. */
  Outcome send(AccountId account, String openid) {
    URI base = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + account);
    CallFixture call =
        CallFixture.to(openid).settings(accounts.settings(account)).sandbox(base).tokens(tokens);
    accounts.secrets.forEach(call::credential);
    return context.getBeansOfType(ChannelAdapter.class).values().stream()
        .filter(adapter -> adapter.descriptor().key().equals(Accounts.channel(account)))
        .findFirst()
        .orElseThrow()
        .send(call.call());
  }

  /** The receipts that were pushed since the last time, as the channel's parser reads them. */
  List<ProviderReceipt> receipts() {
    return read(ReceiptParser::read);
  }

  /** Likewise, what was pushed of people's will. */
  List<ConsentNews> consents() {
    return read(ReceiptParser::consents);
  }

  private <T> List<T> read(
      java.util.function.BiFunction<ReceiptParser, ReceiptRequest, List<T>> how) {
    List<T> found = new ArrayList<>();
    for (ReceiptRequest request : pushed) {
      ReceiptParser parser =
          context.getBeansOfType(ReceiptParser.class).values().stream()
              .filter(one -> one.channel().equals(Accounts.channel(request.account())))
              .findFirst()
              .orElseThrow();
      if (!(parser.verify(request) instanceof Authenticity.Authentic)) {
        throw new AssertionError("refused: " + parser.verify(request));
      }
      found.addAll(how.apply(parser, request));
    }
    pushed.clear();
    return found;
  }

  private void push(AccountId account, List<SimulatedReport> reports) {
    for (SimulatedReport report : reports) {
      pushed.add(
          new ReceiptRequest(
              "POST",
              URI.create("https://bell.example.com/in/a?" + report.query()),
              "",
              report.query(),
              Map.of(),
              report.body(),
              clock.instant(),
              account,
              new Settings(accounts.settings(account)),
              accounts.opened()));
    }
  }

  private void serve(HttpExchange http) throws IOException {
    String[] parts = http.getRequestURI().getPath().split("/", 3);
    AccountId account = new AccountId(UUID.fromString(parts[1]));
    Request request =
        new Request(
            "/" + parts[2],
            Objects.requireNonNullElse(http.getRequestURI().getRawQuery(), ""),
            Map.of(),
            http.getRequestBody().readAllBytes());
    Answer answer = in(() -> answer(account, request));
    answer.headers().forEach((name, value) -> http.getResponseHeaders().set(name, value));
    http.sendResponseHeaders(answer.status(), answer.body().length);
    http.getResponseBody().write(answer.body());
    http.close();
  }

  private Answer answer(AccountId account, Request request) {
    ProviderSimulator simulator =
        context.getBeansOfType(ProviderSimulator.class).values().stream()
            .filter(one -> one.channel().equals(Accounts.channel(account)))
            .findFirst()
            .orElseThrow();
    AtomicInteger earlier = calls.computeIfAbsent(account, any -> new AtomicInteger());
    DeliveryId delivery = new DeliveryId(new UUID(6, 6));
    Optional<Magic> magic = simulator.addressed(request);
    if (magic.isEmpty()) {
      Caller caller = new Caller(account, delivery, earlier.get());
      return simulator.aside(request, caller).orElseThrow();
    }
    Caller caller = new Caller(account, delivery, earlier.getAndIncrement());
    Act act = simulator.act(magic.get(), request, caller);
    push(account, act.reports().orElse(List.of()));
    return act.answer().orElseThrow();
  }

  @Override
  public void close() {
    server.stop(0);
    context.close();
  }

  /** The tenant's accounts, in memory. */
  static final class Accounts implements ChannelAccounts {
    final Map<String, String> secrets =
        new HashMap<>(
            Map.of(
                "app_secret", "7f3a9c0de1b2a4c8d5e6f7081920a1b2",
                "push_token", "pamtest",
                "encoding_aes_key", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"));
    String mode = "safe";

    Map<String, Object> settings(AccountId account) {
      List<Map<String, String>> fields = List.of(Map.of("keyword", "thing1", "source", "title"));
      Map<String, Object> template =
          Map.of("type", "trip.changed", "template_id", TEMPLATE, "fields", fields);
      return Map.of("appid", APP_ID, "push_mode", mode, "templates", List.of(template));
    }

    Map<String, Secret> opened() {
      Map<String, Secret> opened = new HashMap<>();
      secrets.forEach((name, value) -> opened.put(name, Secret.of(value)));
      return opened;
    }

    static ChannelKey channel(AccountId account) {
      return account.equals(OFFICIAL) ? WechatAccount.OFFICIAL : WechatAccount.SUBSCRIBE;
    }

    @Override
    public Optional<Known> find(AccountId account) {
      return List.of(MINI, OFFICIAL, REAL).contains(account)
          ? Optional.of(new Known(account, channel(account), !account.equals(REAL)))
          : Optional.empty();
    }

    @Override
    public <T> Optional<T> open(AccountId account, Function<Opened, T> work) {
      return find(account)
          .map(known -> new Opened(known, new Settings(settings(account)), opened()))
          .map(work);
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
}
