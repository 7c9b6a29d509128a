package io.truebell.core.vault;

import com.google.crypto.tink.Aead;
import io.truebell.core.tenancy.TenantId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Arrays;
import javax.crypto.Mac;

/**
 * The vault over AES-256-GCM: a random data key for each tenant, wrapped by the master key. Each
 * ciphertext is bound to tenant, key version and place by its associated data.
 */
public final class EnvelopeVault implements Vault {
  private static final byte FORMAT = 1;
  private static final int HEADER = 1 + Integer.BYTES;

  private final Keyring keyring;

  /**
   * @param clock tells when keys held in memory are fetched anew (after a minute)
   */
  public EnvelopeVault(MasterKey master, TenantKeys store, Clock clock) {
    this.keyring = new Keyring(master, store, clock);
  }

  @Override
  public Sealed seal(TenantId tenant, String place, Secret secret) {
    OpenedKeys keys = keyring.of(tenant);
    byte[] plain = secret.reveal();
    try {
      byte[] cipher = newest(keys).encrypt(plain, context(tenant, place, keys.newest()));
      return new Sealed(
          ByteBuffer.allocate(HEADER + cipher.length)
              .put(FORMAT)
              .putInt(keys.newest())
              .put(cipher)
              .array());
    } catch (GeneralSecurityException e) {
      throw new VaultException("a secret of tenant " + tenant + " cannot be sealed", e);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  @Override
  public Secret open(TenantId tenant, String place, Sealed sealed) {
    ByteBuffer bytes = ByteBuffer.wrap(sealed.bytes());
    if (bytes.remaining() <= HEADER || bytes.get() != FORMAT) {
      throw new VaultException("a sealed value of tenant " + tenant + " has an unknown format");
    }
    int version = bytes.getInt();
    Aead key = keyring.of(tenant).data().get(version);
    if (key == null) {
      throw new VaultException("tenant " + tenant + " has no key version " + version);
    }
    byte[] cipher = new byte[bytes.remaining()];
    bytes.get(cipher);
    try {
      return Secret.of(key.decrypt(cipher, context(tenant, place, version)));
    } catch (GeneralSecurityException e) {
      throw new VaultException(
          "a sealed value of tenant " + tenant + " was altered or belongs elsewhere", e);
    }
  }

  @Override
  public byte[] fingerprint(TenantId tenant, String purpose, String text) {
    byte[] label = purpose.getBytes(StandardCharsets.UTF_8);
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(keyring.of(tenant).print());
      // the length keeps (purpose, text) pairs apart that would read the same when joined
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(label.length).array());
      mac.update(label);
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new VaultException("a fingerprint for tenant " + tenant + " cannot be made", e);
    }
  }

  @Override
  public void createKey(TenantId tenant) {
    keyring.createFirst(tenant);
  }

  @Override
  public void destroyKeys(TenantId tenant) {
    keyring.destroy(tenant);
  }

  private static Aead newest(OpenedKeys keys) {
    Aead key = keys.data().get(keys.newest());
    if (key == null) {
      throw new IllegalStateException("the newest key version is not among the opened ones");
    }
    return key;
  }

  private static byte[] context(TenantId tenant, String place, int version) {
    return ("truebell/secret/" + tenant + "/" + version + "/" + place)
        .getBytes(StandardCharsets.UTF_8);
  }
}
