package io.truebell.channel.wechat.push;

import io.truebell.core.vault.Secret;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;

/** SHA-1 in hex of the sorted and joined parts, the token among them [official]. */
final class PushSignature {
  private PushSignature() {}

  static String of(Secret token, String... parts) {
    String[] all =
        Stream.concat(Stream.of(token.revealText()), Arrays.stream(parts))
            .sorted()
            .toArray(String[]::new);
    return HexFormat.of().formatHex(digest("SHA-1", String.join("", all)));
  }

  /** Takes the same time wherever they differ. */
  static boolean fits(String given, Secret token, String... parts) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), of(token, parts).getBytes(StandardCharsets.UTF_8));
  }

  static byte[] digest(String algorithm, String text) {
    return digest(algorithm, text.getBytes(StandardCharsets.UTF_8));
  }

  static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
