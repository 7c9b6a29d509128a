package io.truebell.core.vault;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.subtle.AesGcmJce;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.vault.WrappedKey.Purpose;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.locks.ReentrantLock;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** Makes, unwraps and forgets tenants' keys. Holds few of them, and none for long. */
final class Keyring {
  private static final int KEY_BYTES = 32;
  private static final int MOST_TENANTS = 1_000;
  private static final Duration HELD = Duration.ofMinutes(1);

  private final MasterKey master;
  private final TenantKeys store;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();
  private final ReentrantLock lock = new ReentrantLock();
  private final SequencedMap<TenantId, OpenedKeys> opened = new LinkedHashMap<>();

  Keyring(MasterKey master, TenantKeys store, Clock clock) {
    this.master = master;
    this.store = store;
    this.clock = clock;
  }

  void createFirst(TenantId tenant) {
    if (store.load(tenant).isEmpty()) {
      store.storeFirst(tenant, List.of(fresh(tenant, Purpose.DATA), fresh(tenant, Purpose.PRINT)));
    }
  }

  void destroy(TenantId tenant) {
    store.destroy(tenant);
    lock.lock();
    try {
      opened.remove(tenant);
    } finally {
      lock.unlock();
    }
  }

  OpenedKeys of(TenantId tenant) {
    Instant now = clock.instant();
    OpenedKeys held = held(tenant, now);
    if (held != null) {
      return held;
    }
    OpenedKeys keys = unwrapAll(tenant, store.load(tenant), now.plus(HELD));
    lock.lock();
    try {
      if (opened.size() >= MOST_TENANTS) {
        opened.pollFirstEntry();
      }
      opened.put(tenant, keys);
    } finally {
      lock.unlock();
    }
    return keys;
  }

  private @Nullable OpenedKeys held(TenantId tenant, Instant now) {
    lock.lock();
    try {
      OpenedKeys keys = opened.get(tenant);
      return keys != null && now.isBefore(keys.until()) ? keys : null;
    } finally {
      lock.unlock();
    }
  }

  private OpenedKeys unwrapAll(TenantId tenant, List<WrappedKey> wrapped, Instant until) {
    Map<Integer, Aead> data = new HashMap<>();
    SecretKey print = null;
    int newest = 0;
    for (WrappedKey key : wrapped) {
      byte[] raw = unwrap(tenant, key);
      try {
        switch (key.purpose()) {
          case DATA -> {
            data.put(key.version(), new AesGcmJce(raw));
            newest = Math.max(newest, key.version());
          }
          case PRINT -> print = new SecretKeySpec(raw, "HmacSHA256");
        }
      } catch (GeneralSecurityException e) {
        throw new VaultException("a key of tenant " + tenant + " is not usable", e);
      } finally {
        Arrays.fill(raw, (byte) 0);
      }
    }
    if (print == null || newest == 0) {
      throw new VaultException("tenant " + tenant + " has no key");
    }
    return new OpenedKeys(Map.copyOf(data), newest, print, until);
  }

  private byte[] unwrap(TenantId tenant, WrappedKey key) {
    byte[] wrapped = key.wrapped();
    if (wrapped == null) {
      throw new VaultException("the keys of tenant " + tenant + " were destroyed");
    }
    try {
      return master.unwrap(wrapped, context(tenant, key.purpose(), key.version()));
    } catch (GeneralSecurityException e) {
      throw new VaultException("the master key does not open the keys of tenant " + tenant, e);
    }
  }

  private WrappedKey fresh(TenantId tenant, Purpose purpose) {
    byte[] raw = new byte[KEY_BYTES];
    random.nextBytes(raw);
    try {
      return new WrappedKey(purpose, 1, master.wrap(raw, context(tenant, purpose, 1)));
    } catch (GeneralSecurityException e) {
      throw new VaultException("a key of tenant " + tenant + " cannot be wrapped", e);
    } finally {
      Arrays.fill(raw, (byte) 0);
    }
  }

  /** Binds a wrapped key to its row: moved to another tenant's, it does not open. */
  private static byte[] context(TenantId tenant, Purpose purpose, int version) {
    return ("truebell/tenant-key/" + tenant + "/" + purpose + "/" + version)
        .getBytes(StandardCharsets.UTF_8);
  }
}
