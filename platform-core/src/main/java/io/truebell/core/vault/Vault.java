package io.truebell.core.vault;

import io.truebell.core.tenancy.TenantId;

/**
 * Envelope encryption: each tenant has a data key, which a master key from outside the database
 * wraps. Every ciphertext is bound to its tenant and to the place where it is stored, so that
 * moving it elsewhere makes it unreadable.
 */
public interface Vault {
  /**
   * Seals {@code secret} for one place.
   *
   * @param place where it is stored, e.g. {@code channel_account/<id>/signing_secret}
   * @throws VaultException when the tenant has no key or the master key does not fit
   */
  Sealed seal(TenantId tenant, String place, Secret secret);

  /**
   * Opens what was sealed for the same tenant and place. Only the worker calls this, after the
   * claim.
   *
   * @throws VaultException when it was sealed elsewhere, was altered, or its key was destroyed
   */
  Secret open(TenantId tenant, String place, Sealed sealed);

  /**
   * A keyed fingerprint of {@code text} (HMAC-SHA-256 under the tenant's key): equal texts are
   * found without being stored.
   */
  byte[] fingerprint(TenantId tenant, String purpose, String text);

  /** Makes the tenant's first key when it has none; safe to repeat. */
  void createKey(TenantId tenant);

  /** Makes everything that this tenant sealed unreadable for good. */
  void destroyKeys(TenantId tenant);
}
