package io.truebell.admin.stores;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.SharedTokens;
import io.truebell.core.spi.Tokens;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.core.vault.VaultException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RBucket;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.ByteArrayCodec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Access tokens in Redis, sealed under the tenant's key. One node fetches and the others wait for
 * it; a token that many of them saw refused is replaced once. Without Redis everyone fetches for
 * itself and keeps nothing.
 */
@Component
class RedisTokens implements SharedTokens {
  private static final Logger LOG = LoggerFactory.getLogger(RedisTokens.class);
  private static final String PREFIX = "truebell:token:";

  /** How long one waits for another's fetch. */
  private static final long PATIENCE_S = 5;

  /** After that a fetch counts as lost, so that a node that died holds up nobody. */
  private static final long LEASE_S = 30;

  /**
   * How long a refusal is remembered: a provider may answer it with the very same token, and then
   * not everybody has to ask again.
   */
  private static final Duration ANSWERED = Duration.ofSeconds(20);

  private final RedissonClient redis;
  private final Vault vault;

  RedisTokens(RedissonClient redis, Vault vault) {
    this.redis = redis;
    this.vault = vault;
  }

  @Override
  public Tokens of(Tenant tenant, AccountId account) {
    return (name, refused, fetch) -> new Place(tenant.id(), account, name).take(refused, fetch);
  }

  /** Where one token is kept. */
  private final class Place {
    private final TenantId tenant;
    private final String place;
    private final RBucket<byte[]> token;
    private final RBucket<byte[]> answered;
    private final RLock lock;

    Place(TenantId tenant, AccountId account, String name) {
      this.tenant = tenant;
      this.place = "token/" + account + "/" + name;
      String key = PREFIX + tenant + ":" + account + ":" + name;
      this.token = redis.getBucket(key, ByteArrayCodec.INSTANCE);
      this.answered = redis.getBucket(key + ":answered", ByteArrayCodec.INSTANCE);
      this.lock = redis.getSpinLock(key + ":lock");
    }

    Secret take(@Nullable Secret refused, Supplier<Tokens.Fetched> fetch) {
      try {
        Secret kept = kept(refused);
        if (kept != null) {
          return kept;
        }
        if (!lock.tryLock(PATIENCE_S, LEASE_S, TimeUnit.SECONDS)) {
          return fetch.get().token();
        }
      } catch (RedisException e) {
        LOG.debug("a token is fetched without Redis: {}", e.toString());
        return fetch.get().token();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return fetch.get().token();
      }
      return locked(refused, fetch);
    }

    private Secret locked(@Nullable Secret refused, Supplier<Tokens.Fetched> fetch) {
      try {
        Secret kept = keptOrNone(refused);
        return kept == null ? replace(refused, fetch.get()) : kept;
      } finally {
        unlock();
      }
    }

    private @Nullable Secret keptOrNone(@Nullable Secret refused) {
      try {
        return kept(refused);
      } catch (RedisException | VaultException e) {
        return null;
      }
    }

    /** What is kept, unless it is the one that was refused and nobody has asked since. */
    private @Nullable Secret kept(@Nullable Secret refused) {
      // read first: where the refusal was answered, the token behind it is the answer
      boolean asked = refused != null && Arrays.equals(answered.get(), print(refused));
      byte[] sealed = token.get();
      Secret kept = sealed == null ? null : open(sealed);
      if (kept == null || refused == null || asked || !same(kept, refused)) {
        return kept;
      }
      kept.close();
      return null;
    }

    private @Nullable Secret open(byte[] sealed) {
      try {
        return vault.open(tenant, place, new Sealed(sealed));
      } catch (VaultException e) {
        LOG.debug("a token of tenant {} cannot be opened, and is fetched anew", tenant);
        return null;
      }
    }

    /** Keeps it; what stands in the way of that is no reason not to use it. */
    private Secret replace(@Nullable Secret refused, Tokens.Fetched fetched) {
      try {
        if (fetched.goodFor().isPositive()) {
          // before the mark: whoever sees the mark finds the token
          token.set(vault.seal(tenant, place, fetched.token()).bytes(), fetched.goodFor());
          if (refused != null) {
            answered.set(print(refused), ANSWERED);
          }
        } else {
          token.delete();
        }
      } catch (RedisException | VaultException e) {
        LOG.debug("a token of tenant {} is not kept: {}", tenant, e.toString());
      }
      return fetched.token();
    }

    private void unlock() {
      try {
        lock.unlock();
      } catch (RedisException | IllegalMonitorStateException e) {
        LOG.debug("a token's lock ran out before it was given back");
      }
    }

    private byte[] print(Secret secret) {
      return vault.fingerprint(tenant, place, secret.revealText());
    }

    private static boolean same(Secret one, Secret other) {
      byte[] a = one.reveal();
      byte[] b = other.reveal();
      try {
        return MessageDigest.isEqual(a, b);
      } finally {
        Arrays.fill(a, (byte) 0);
        Arrays.fill(b, (byte) 0);
      }
    }
  }
}
