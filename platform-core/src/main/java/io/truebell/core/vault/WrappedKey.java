package io.truebell.core.vault;

import org.jspecify.annotations.Nullable;

/**
 * One key of a tenant as it is stored.
 *
 * @param purpose what it is for
 * @param version grows by rotation, from 1
 * @param wrapped encrypted by the master key; null once destroyed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, only carried between store and vault
public record WrappedKey(Purpose purpose, int version, byte @Nullable [] wrapped) {
  /** What a key is for; one key never serves two purposes. */
  public enum Purpose {
    /** Seals secrets. Rotates. */
    DATA,
    /** Makes fingerprints. Stays, since equal texts must keep equal fingerprints. */
    PRINT
  }

  @Override
  public String toString() {
    return "WrappedKey[" + purpose + " " + version + "]";
  }
}
