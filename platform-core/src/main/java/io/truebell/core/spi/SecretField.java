package io.truebell.core.spi;

/**
 * A write-only credential of a channel account.
 *
 * @param name as in the API, e.g. {@code signing_secret}
 * @param title English and Chinese labels
 * @param required whether the account cannot send without it
 */
public record SecretField(String name, Title title, boolean required) {
  /** A label in both languages. */
  public record Title(String en, String zh) {}
}
