package io.truebell.core.vault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.truebell.core.tenancy.TenantId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("SEAL-1")
class EnvelopeVaultTest {
  private static final String SECRET = "miao-code-4711";
  private static final String PLACE = "channel_account/1/signing_secret";
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);

  private final TenantId tenant = new TenantId(UUID.randomUUID());
  private final TenantId other = new TenantId(UUID.randomUUID());
  private final MemoryKeys store = new MemoryKeys();
  private final EnvelopeVault vault = vault(master((byte) 1), NOON);

  @BeforeEach
  void bothTenantsHaveKeys() {
    vault.createKey(tenant);
    vault.createKey(other);
  }

  @Test
  void opensWhatItSealed() {
    Sealed sealed = vault.seal(tenant, PLACE, Secret.of(SECRET));

    assertThat(vault.open(tenant, PLACE, sealed).revealText()).isEqualTo(SECRET);
    assertThat(new String(sealed.bytes(), StandardCharsets.ISO_8859_1)).doesNotContain(SECRET);
  }

  @Test
  void sealsTheSameSecretDifferentlyEachTime() {
    assertThat(vault.seal(tenant, PLACE, Secret.of(SECRET)))
        .isNotEqualTo(vault.seal(tenant, PLACE, Secret.of(SECRET)));
  }

  @Test
  void writesTheFormatAndTheKeyVersionBeforeTheCiphertext() {
    byte[] sealed = vault.seal(tenant, PLACE, Secret.of(SECRET)).bytes();

    assertThat(Arrays.copyOf(sealed, 5)).containsExactly(1, 0, 0, 0, 1);
  }

  @Test
  void doesNotOpenForAnotherTenantOrPlace() {
    Sealed sealed = vault.seal(tenant, PLACE, Secret.of(SECRET));

    assertThatThrownBy(() -> vault.open(other, PLACE, sealed)).isInstanceOf(VaultException.class);
    assertThatThrownBy(() -> vault.open(tenant, "channel_account/2/signing_secret", sealed))
        .isInstanceOf(VaultException.class);
  }

  @Test
  void doesNotOpenWhenAnyByteWasAltered() {
    byte[] sealed = vault.seal(tenant, PLACE, Secret.of(SECRET)).bytes();
    for (int i = 0; i < sealed.length; i++) {
      byte[] altered = sealed.clone();
      altered[i] ^= 1;
      assertThatThrownBy(() -> vault.open(tenant, PLACE, new Sealed(altered)))
          .as("byte " + i)
          .isInstanceOf(VaultException.class);
    }
    assertThatThrownBy(() -> vault.open(tenant, PLACE, new Sealed(new byte[3])))
        .isInstanceOf(VaultException.class);
  }

  @Test
  void doesNotOpenWithAnotherMasterKey() {
    Sealed sealed = vault.seal(tenant, PLACE, Secret.of(SECRET));

    assertThatThrownBy(() -> vault(master((byte) 2), NOON).open(tenant, PLACE, sealed))
        .isInstanceOf(VaultException.class)
        .hasMessageContaining("master key");
  }

  @Test
  void aWrappedKeyMovedToAnotherTenantDoesNotOpen() {
    store.rows.put(other, List.copyOf(store.rows.get(tenant)));

    assertThatThrownBy(() -> vault.seal(other, PLACE, Secret.of(SECRET)))
        .isInstanceOf(VaultException.class);
  }

  @Test
  void aDestroyedKeyLeavesNothingReadableAndCannotBeMadeAgain() {
    Sealed sealed = vault.seal(tenant, PLACE, Secret.of(SECRET));

    vault.destroyKeys(tenant);
    vault.createKey(tenant);

    assertThatThrownBy(() -> vault.open(tenant, PLACE, sealed))
        .isInstanceOf(VaultException.class)
        .hasMessageContaining("destroyed");
    assertThatThrownBy(() -> vault.seal(tenant, PLACE, Secret.of(SECRET)))
        .isInstanceOf(VaultException.class);
    assertThat(vault.fingerprint(other, "endpoint", "x")).hasSize(32);
  }

  @Test
  void anotherNodeForgetsADestroyedKeyWithinAMinute() {
    MovableClock clock = new MovableClock();
    EnvelopeVault elsewhere = vault(master((byte) 1), clock);
    Sealed sealed = vault.seal(tenant, PLACE, Secret.of(SECRET));
    elsewhere.open(tenant, PLACE, sealed).close();

    vault.destroyKeys(tenant);
    clock.now = clock.now.plus(Duration.ofMinutes(1));

    assertThatThrownBy(() -> elsewhere.open(tenant, PLACE, sealed))
        .isInstanceOf(VaultException.class);
  }

  @Test
  void creatingAKeyAgainKeepsTheFirst() {
    Sealed sealed = vault.seal(tenant, PLACE, Secret.of(SECRET));

    vault(master((byte) 1), NOON).createKey(tenant);

    assertThat(vault(master((byte) 1), NOON).open(tenant, PLACE, sealed).revealText())
        .isEqualTo(SECRET);
  }

  @Test
  void fingerprintsAreEqualForEqualTextsOfOneTenantAndPurposeOnly() {
    byte[] print = vault.fingerprint(tenant, "endpoint", SECRET);

    assertThat(vault.fingerprint(tenant, "endpoint", SECRET)).isEqualTo(print);
    assertThat(vault.fingerprint(tenant, "endpoint", SECRET + "x")).isNotEqualTo(print);
    assertThat(vault.fingerprint(tenant, "suppression", SECRET)).isNotEqualTo(print);
    assertThat(vault.fingerprint(other, "endpoint", SECRET)).isNotEqualTo(print);
    assertThat(vault.fingerprint(tenant, "ab", "c"))
        .isNotEqualTo(vault.fingerprint(tenant, "a", "bc"));
  }

  @Test
  @Tag("SEAL-2")
  void noExceptionAndNoTextFormHoldsAnythingSecret() {
    String key = Base64.getEncoder().encodeToString(new byte[31]);
    Sealed sealed = vault.seal(tenant, PLACE, Secret.of(SECRET));
    List<Throwable> accidents =
        List.of(
            catchThrowable(() -> vault.open(other, PLACE, sealed)),
            catchThrowable(() -> MasterKey.parse(key, "here")),
            catchThrowable(() -> MasterKey.parse(SECRET + "!", "here")));

    for (Throwable accident : accidents) {
      StringWriter text = new StringWriter();
      accident.printStackTrace(new PrintWriter(text));
      assertThat(text.toString()).contains("VaultException").doesNotContain(key, SECRET);
    }
    assertThat(Secret.of(SECRET).toString()).doesNotContain(SECRET);
    assertThat(store.rows.get(tenant).toString())
        .isEqualTo("[WrappedKey[DATA 1], WrappedKey[PRINT 1]]");
  }

  @Test
  void aMasterKeyIsReadFromAFileAndAMissingOrMalformedOneIsNamedInOneLine(@TempDir Path folder)
      throws Exception {
    Path good = folder.resolve("good.key");
    Files.writeString(good, Base64.getEncoder().encodeToString(new byte[32]) + "\n");
    Path bad = folder.resolve("bad.key");
    Files.writeString(bad, "AAAA");

    assertThat(MasterKey.read(good)).isNotNull();
    assertThatThrownBy(() -> MasterKey.read(bad))
        .hasMessage(
            "The master key in " + bad + " is malformed: it must be 32 random bytes in base64.");
    assertThatThrownBy(() -> MasterKey.read(folder.resolve("none.key")))
        .hasMessageEndingWith("cannot be read.");
  }

  private EnvelopeVault vault(MasterKey master, Clock clock) {
    return new EnvelopeVault(master, store, clock);
  }

  private static MasterKey master(byte fill) {
    byte[] key = new byte[32];
    Arrays.fill(key, fill);
    return MasterKey.parse(Base64.getEncoder().encodeToString(key), "test");
  }

  private static final class MemoryKeys implements TenantKeys {
    private final Map<TenantId, List<WrappedKey>> rows = new ConcurrentHashMap<>();

    @Override
    public List<WrappedKey> load(TenantId tenant) {
      return rows.getOrDefault(tenant, List.of());
    }

    @Override
    public void storeFirst(TenantId tenant, List<WrappedKey> keys) {
      rows.putIfAbsent(tenant, keys);
    }

    @Override
    public void destroy(TenantId tenant) {
      List<WrappedKey> dead = new ArrayList<>();
      load(tenant).forEach(key -> dead.add(new WrappedKey(key.purpose(), key.version(), null)));
      rows.put(tenant, dead);
    }
  }

  private static final class MovableClock extends Clock {
    private Instant now = Instant.parse("2026-11-30T12:00:00Z");

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(java.time.ZoneId zone) {
      throw new UnsupportedOperationException();
    }
  }
}
