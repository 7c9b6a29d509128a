package io.truebell.receipts.address;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.ReceiptAddresses;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Vault;
import io.truebell.receipts.address.AddressRows.Current;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The receipts address of each account. Its token has 256 bits, made from the tenant's key: it can
 * be shown again without being stored, and what is stored does not give it away.
 */
@Component
public class Addresses implements ReceiptAddresses {
  /** Where all addresses begin. */
  public static final String ROOT = "/in/";

  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]{43}");

  private final AddressRows rows;
  private final Vault vault;
  private final ReceiptsSettings settings;
  private final Clock clock;

  Addresses(AddressRows rows, Vault vault, ReceiptsSettings settings, Clock clock) {
    this.rows = rows;
    this.vault = vault;
    this.settings = settings;
    this.clock = clock;
  }

  /** Whose provider it is that calls. */
  public record Found(TenantId tenant, AccountId account) {}

  /**
   * An account's address.
   *
   * @param olderUntil until when an older one works as well; null when none does
   */
  public record Address(String path, Instant createdAt, @Nullable Instant olderUntil) {
    /** The token is a credential of sorts. */
    @Override
    public String toString() {
      return "Address[since " + createdAt + "]";
    }
  }

  /** Whose address this token stands for; empty when it is nobody's, or no longer. */
  public Optional<Found> find(String token) {
    return TOKEN.matcher(token).matches()
        ? rows.find(hash(token), clock.instant()).map(p -> new Found(p.tenant(), p.account()))
        : Optional.empty();
  }

  @Override
  public String pathOf(AccountId account) {
    return of(account).path();
  }

  /** The address of an account of the scope's tenant; made when it has none. */
  public Address of(AccountId account) {
    TenantId tenant = TenantScope.current().id();
    Current current = rows.current(tenant, account).orElseGet(() -> make(tenant, account, 1));
    String token = token(tenant, account, current.generation());
    if (!MessageDigest.isEqual(hash(token), current.hash())) {
      // the key is another one than then
      return rotate(account);
    }
    return address(tenant, account, token, current);
  }

  /** A new address; the old ones work for a while. */
  public Address rotate(AccountId account) {
    TenantId tenant = TenantScope.current().id();
    int generation = rows.current(tenant, account).map(Current::generation).orElse(0);
    Current made = make(tenant, account, generation + 1);
    rows.end(tenant, account, generation, clock.instant().plus(settings.overlap()));
    String token = token(tenant, account, made.generation());
    return address(tenant, account, token, made);
  }

  private Current make(TenantId tenant, AccountId account, int generation) {
    byte[] hash = hash(token(tenant, account, generation));
    Instant now = clock.instant();
    rows.add(hash, tenant, account, generation, now);
    return new Current(generation, hash, now);
  }

  private Address address(TenantId tenant, AccountId account, String token, Current current) {
    return new Address(
        ROOT + token, current.createdAt(), rows.olderUntil(tenant, account, clock.instant()));
  }

  private String token(TenantId tenant, AccountId account, int generation) {
    byte[] print = vault.fingerprint(tenant, "receipts-address", account + "/" + generation);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(print);
  }

  private static byte[] hash(String token) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
