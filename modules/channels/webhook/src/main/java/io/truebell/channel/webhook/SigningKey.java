package io.truebell.channel.webhook;

import io.truebell.core.vault.Secret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A shared key of Standard Webhooks: {@code whsec_} and the Base64 of 24 to 64 random bytes. The
 * decoded bytes are the key, not the text.
 *
 * <p>Source: standard-webhooks/standard-webhooks, spec/standard-webhooks.md.
 */
final class SigningKey {
  private static final byte[] PREFIX = "whsec_".getBytes(StandardCharsets.US_ASCII);
  private static final int MIN_BYTES = 24;
  private static final int MAX_BYTES = 64;

  private SigningKey() {}

  static boolean isOne(Secret secret) {
    byte[] key = decode(secret);
    Arrays.fill(key, (byte) 0);
    return key.length >= MIN_BYTES && key.length <= MAX_BYTES;
  }

  /**
   * One entry of the signature header.
   *
   * @throws IllegalArgumentException when the secret is not a key; says nothing about it
   */
  static String sign(Secret secret, String id, String timestamp, byte[] body) {
    byte[] key = decode(secret);
    if (key.length < MIN_BYTES || key.length > MAX_BYTES) {
      throw new IllegalArgumentException("not a signing key");
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no HMAC-SHA-256", e);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }

  /** The key's bytes, or none when the secret has another form. */
  private static byte[] decode(Secret secret) {
    byte[] text = secret.reveal();
    byte[] encoded = new byte[0];
    try {
      if (!Arrays.equals(text, 0, Math.min(text.length, 6), PREFIX, 0, 6)) {
        return encoded;
      }
      encoded = Arrays.copyOfRange(text, 6, text.length);
      return Base64.getDecoder().decode(encoded);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    } finally {
      Arrays.fill(text, (byte) 0);
      Arrays.fill(encoded, (byte) 0);
    }
  }
}
