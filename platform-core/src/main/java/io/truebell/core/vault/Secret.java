package io.truebell.core.vault;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An opened secret. Held as bytes so that it can be wiped, never printed, never serialised; close
 * it as soon as the call is over.
 */
public final class Secret implements AutoCloseable {
  private final byte[] bytes;

  private Secret(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Takes over {@code bytes}; the caller must not keep them. */
  public static Secret of(byte[] bytes) {
    return new Secret(bytes);
  }

  /** Copies {@code text} as UTF-8. */
  public static Secret of(String text) {
    return new Secret(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A copy of the bytes, for the one call; the caller wipes it or lets it go at once. */
  public byte[] reveal() {
    return bytes.clone();
  }

  /** The text, for the one call; the caller lets it go at once. */
  public String revealText() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Overwrites the bytes. */
  @Override
  public void close() {
    Arrays.fill(bytes, (byte) 0);
  }

  @Override
  public String toString() {
    return "Secret[hidden]";
  }
}
