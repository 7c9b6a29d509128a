package io.truebell.core.vault;

import java.util.Arrays;

/**
 * A versioned ciphertext: one format byte, the tenant key's version as four bytes big-endian, then
 * the AEAD ciphertext.
 */
public record Sealed(byte[] bytes) {
  public Sealed {
    bytes = bytes.clone();
  }

  @Override
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sealed s && Arrays.equals(bytes, s.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "Sealed[" + bytes.length + " bytes]";
  }
}
