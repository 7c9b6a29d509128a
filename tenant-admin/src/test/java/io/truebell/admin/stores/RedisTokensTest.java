package io.truebell.admin.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.Tokens;
import io.truebell.core.spi.Tokens.Fetched;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.vault.EnvelopeVault;
import io.truebell.core.vault.MasterKey;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.TenantKeys;
import io.truebell.core.vault.Vault;
import io.truebell.core.vault.WrappedKey;
import io.truebell.testkit.LogCapture;
import io.truebell.testkit.RestartableStores;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.api.options.KeysScanOptions;
import org.redisson.client.codec.ByteArrayCodec;
import org.redisson.config.Config;

class RedisTokensTest {
  private static final int PARALLEL = 5;
  private static final String NAME = "stable";

  private final List<RedissonClient> clients = new ArrayList<>();
  private final Vault vault = vault();
  private final Tenant tenant = tenant();
  private final AccountId account = new AccountId(UUID.randomUUID());
  private final AtomicInteger fetched = new AtomicInteger();

  @AfterEach
  void disconnect() {
    clients.forEach(client -> client.shutdown(0, 1, TimeUnit.SECONDS));
  }

  /** A provider that gives another token each time. */
  private Fetched next() {
    return fetched("TOKEN-" + fetched.incrementAndGet(), Duration.ofHours(1));
  }

  private static Fetched fetched(String token, Duration goodFor) {
    return new Fetched(Secret.of(token), goodFor);
  }

  private static String take(Tokens tokens, String refused, Supplier<Fetched> fetch) {
    try (Secret token = tokens.take(NAME, refused == null ? null : Secret.of(refused), fetch)) {
      return token.revealText();
    }
  }

  private String take(Tokens tokens) {
    return take(tokens, null, this::next);
  }

  @Test
  void allNodesShareWhatOneFetched() {
    Tokens one = node(TestStores.redisUrl());
    Tokens two = node(TestStores.redisUrl());
    assertThat(take(one)).isEqualTo("TOKEN-1");
    assertThat(take(two)).isEqualTo("TOKEN-1");
    assertThat(take(one)).isEqualTo("TOKEN-1");
    assertThat(fetched).hasValue(1);
  }

  @Test
  void fiveSendsOnTwoNodesFetchOnce() throws Exception {
    assertThat(allAtOnce(null, this::next)).containsOnly("TOKEN-1");
    assertThat(fetched).hasValue(1);
  }

  @Test
  void fiveRefusalsOnTwoNodesReplaceTheTokenOnce() throws Exception {
    assertThat(take(node(TestStores.redisUrl()))).isEqualTo("TOKEN-1");
    assertThat(allAtOnce("TOKEN-1", this::next)).containsOnly("TOKEN-2");
    assertThat(fetched).hasValue(2);
  }

  @Test
  void fiveRefusalsAreOneQuestionEvenWhenTheProviderAnswersWithTheSameToken() throws Exception {
    Supplier<Fetched> same =
        () -> {
          fetched.incrementAndGet();
          return fetched("SAME", Duration.ofHours(1));
        };
    Tokens node = node(TestStores.redisUrl());
    assertThat(take(node, null, same)).isEqualTo("SAME");
    assertThat(allAtOnce("SAME", same)).containsOnly("SAME");
    assertThat(fetched).hasValue(2);
  }

  @Test
  void whoeverWasRefusedAnOlderTokenGetsTheOneThatIsThere() {
    Tokens node = node(TestStores.redisUrl());
    take(node);
    assertThat(take(node, "TOKEN-0", this::next)).isEqualTo("TOKEN-1");
    assertThat(fetched).hasValue(1);
  }

  @Test
  @Tag("WALL-1")
  void eachAccountAndEachTenantHasItsOwn() {
    RedissonClient redis = connect(TestStores.redisUrl());
    RedisTokens tokens = new RedisTokens(redis, vault);
    assertThat(take(tokens.of(tenant, account))).isEqualTo("TOKEN-1");
    assertThat(take(tokens.of(tenant, new AccountId(UUID.randomUUID())))).isEqualTo("TOKEN-2");
    assertThat(take(tokens.of(tenant(), account))).isEqualTo("TOKEN-3");
    assertThat(take(tokens.of(tenant, account))).isEqualTo("TOKEN-1");
  }

  @Test
  @Tag("SEAL-1")
  @Tag("SEAL-2")
  void redisHoldsCiphertextAloneAndNothingIsLogged() {
    RedissonClient redis = connect(TestStores.redisUrl());
    try (LogCapture logs = new LogCapture()) {
      Tokens tokens = new RedisTokens(redis, vault).of(tenant, account);
      take(tokens);
      take(tokens, "TOKEN-1", this::next);
      assertThat(logs.text()).doesNotContain("TOKEN-1", "TOKEN-2");
    }
    List<String> keys = new ArrayList<>();
    KeysScanOptions own = KeysScanOptions.defaults().pattern("truebell:token:" + tenant.id() + "*");
    redis.getKeys().getKeys(own).forEach(keys::add);
    assertThat(keys).hasSize(2);
    for (String key : keys) {
      byte[] kept = redis.<byte[]>getBucket(key, ByteArrayCodec.INSTANCE).get();
      assertThat(key + new String(kept, StandardCharsets.ISO_8859_1)).doesNotContain("TOKEN-");
      assertThat(redis.getBucket(key).remainTimeToLive()).isBetween(1L, 3_600_000L);
    }
  }

  @Test
  @Tag("SEAL-3")
  void aTokenThatCannotBeOpenedAnyMoreIsFetchedAnew() {
    take(node(TestStores.redisUrl()));
    RedisTokens afterwards = new RedisTokens(connect(TestStores.redisUrl()), vault());
    assertThat(take(afterwards.of(tenant, account))).isEqualTo("TOKEN-2");
  }

  @Test
  void aTokenThatIsGoodForNothingMoreIsUsedOnceAndNotKept() {
    Tokens node = node(TestStores.redisUrl());
    assertThat(take(node, null, () -> fetched("LAST", Duration.ZERO))).isEqualTo("LAST");
    assertThat(take(node)).isEqualTo("TOKEN-1");
  }

  @Test
  void aFetchThatFailsFailsForItsCallerAndLeavesNothingBehind() {
    Tokens node = node(TestStores.redisUrl());
    assertThatThrownBy(
            () ->
                take(
                    node,
                    null,
                    () -> {
                      throw new IllegalStateException("no token");
                    }))
        .hasMessage("no token");
    assertThat(take(node)).isEqualTo("TOKEN-1");
  }

  @Test
  void withoutRedisEveryCallFetchesForItselfAndNothingIsKept() {
    try (RestartableStores stores = RestartableStores.start()) {
      Tokens node = node(stores.redisUrl());
      assertThat(take(node)).isEqualTo("TOKEN-1");
      stores.breakRedis();
      assertThat(take(node)).isEqualTo("TOKEN-2");
      assertThat(take(node, "TOKEN-2", this::next)).isEqualTo("TOKEN-3");
      stores.resumeRedis();
      await().atMost(Duration.ofSeconds(60)).until(() -> take(node).equals(take(node)));
    }
  }

  @Test
  void whenRedisGoesWhileOneFetchesItsTokenIsUsedAllTheSame() {
    try (RestartableStores stores = RestartableStores.start()) {
      Tokens node = node(stores.redisUrl());
      assertThat(
              take(
                  node,
                  null,
                  () -> {
                    stores.breakRedis();
                    return next();
                  }))
          .isEqualTo("TOKEN-1");
      assertThat(fetched).hasValue(1);
    }
  }

  private List<String> allAtOnce(String refused, Supplier<Fetched> fetch) throws Exception {
    Tokens one = node(TestStores.redisUrl());
    Tokens two = node(TestStores.redisUrl());
    CyclicBarrier together = new CyclicBarrier(PARALLEL);
    List<Callable<String>> sends = new ArrayList<>();
    for (int i = 0; i < PARALLEL; i++) {
      Tokens node = i % 2 == 0 ? one : two;
      sends.add(
          () -> {
            together.await(30, TimeUnit.SECONDS);
            return take(node, refused, fetch);
          });
    }
    List<String> tokens = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> token : threads.invokeAll(sends)) {
        tokens.add(token.get());
      }
    }
    return tokens;
  }

  private Tokens node(String url) {
    return new RedisTokens(connect(url), vault).of(tenant, account);
  }

  private RedissonClient connect(String url) {
    Config config = new Config();
    config.setLazyInitialization(true);
    config
        .useSingleServer()
        .setAddress(url)
        .setConnectTimeout(2000)
        .setTimeout(2000)
        .setRetryAttempts(0)
        .setConnectionMinimumIdleSize(1);
    RedissonClient client = Redisson.create(config);
    clients.add(client);
    return client;
  }

  private Tenant tenant() {
    TenantId id = new TenantId(UUID.randomUUID());
    vault.createKey(id);
    return new Tenant(id, "acme", Tenant.schemaOf(id), false);
  }

  private static Vault vault() {
    String key = Base64.getEncoder().encodeToString(new byte[32]);
    return new EnvelopeVault(MasterKey.parse(key, "test"), new KeysInMemory(), TestClock.atEight());
  }

  private static final class KeysInMemory implements TenantKeys {
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
