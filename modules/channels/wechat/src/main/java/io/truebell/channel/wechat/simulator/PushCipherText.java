package io.truebell.channel.wechat.simulator;

import io.truebell.core.vault.Secret;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * How WeChat signs and encrypts what it pushes [official, Technical_Plan; sdk, WxCryptUtil],
 * written for itself and not with what the receiver opens it with: two mistakes do not agree.
 */
final class PushCipherText {
  private static final int BLOCK = 32;

  private PushCipherText() {}

  /** SHA-1 in hex over the sorted parts. */
  static String signature(String... parts) {
    String[] sorted = parts.clone();
    Arrays.sort(sorted);
    byte[] all = String.join("", sorted).getBytes(StandardCharsets.UTF_8);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(all));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no SHA-1", e);
    }
  }

  /**
   * Random, length, message and appid, padded to 32 bytes, AES-256-CBC, in Base64.
   *
   * @param random 16 bytes
   */
  static String encrypt(Secret aesKey, byte[] random, byte[] message, String appid) {
    byte[] tail = appid.getBytes(StandardCharsets.UTF_8);
    int length = random.length + Integer.BYTES + message.length + tail.length;
    int padding = BLOCK - length % BLOCK;
    ByteBuffer plain = ByteBuffer.allocate(length + padding);
    plain.put(random).putInt(message.length).put(message).put(tail);
    while (plain.hasRemaining()) {
      plain.put((byte) padding);
    }
    byte[] key = Base64.getDecoder().decode(aesKey.revealText() + "=");
    try {
      Cipher cipher = Cipher.getInstance("AES/CBC/NoPadding");
      IvParameterSpec iv = new IvParameterSpec(key, 0, 16);
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), iv);
      return Base64.getEncoder().encodeToString(cipher.doFinal(plain.array()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java runtime has no AES-256-CBC", e);
    } finally {
      Arrays.fill(key, (byte) 0);
    }
  }
}
