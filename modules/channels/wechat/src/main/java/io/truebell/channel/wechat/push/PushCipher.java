package io.truebell.channel.wechat.push;

import io.truebell.core.vault.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The encryption of the message push [official, Technical_Plan; sdk, WxCryptUtil]: AES-256-CBC, the
 * key is the decoded EncodingAESKey, its first half the IV, padding to blocks of 32 bytes. The
 * plain text is 16 random bytes, the message's length in four bytes, the message, the appid.
 *
 * <p>It is opened after its signature was found right and never before, so the padding tells nobody
 * anything.
 */
final class PushCipher {
  private static final int BLOCK = 32;
  private static final int RANDOM = 16;
  private static final int HEAD = RANDOM + Integer.BYTES;

  private PushCipher() {}

  /** The message; empty when this key does not open it, or it is another app's. */
  static Optional<byte[]> open(Secret aesKey, String appid, String encrypted) {
    byte[] plain;
    try {
      plain = run(Cipher.DECRYPT_MODE, aesKey, Base64.getDecoder().decode(encrypted));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return Optional.empty();
    }
    int end = unpadded(plain);
    if (end < HEAD) {
      return Optional.empty();
    }
    int length = ByteBuffer.wrap(plain, RANDOM, Integer.BYTES).getInt();
    if (length < 0 || length > end - HEAD) {
      return Optional.empty();
    }
    byte[] tail = Arrays.copyOfRange(plain, HEAD + length, end);
    return Arrays.equals(tail, appid.getBytes(StandardCharsets.UTF_8))
        ? Optional.of(Arrays.copyOfRange(plain, HEAD, HEAD + length))
        : Optional.empty();
  }

  /** Where the padding begins; -1 when it is none. */
  private static int unpadded(byte[] plain) {
    int padding = plain.length == 0 ? 0 : plain[plain.length - 1];
    if (padding < 1 || padding > BLOCK || padding > plain.length) {
      return -1;
    }
    for (int i = plain.length - padding; i < plain.length; i++) {
      if (plain[i] != padding) {
        return -1;
      }
    }
    return plain.length - padding;
  }

  static byte[] run(int mode, Secret aesKey, byte[] bytes) throws GeneralSecurityException {
    // 43 characters are 258 bits: what is left of the last one is no part of the key
    byte[] key = Base64.getDecoder().decode(aesKey.revealText() + "=");
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
      SecretKeySpec aes = new SecretKeySpec(key, "AES");
      cipher.init(mode, aes, new IvParameterSpec(key, 0, RANDOM));
      return cipher.doFinal(bytes);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }
}
