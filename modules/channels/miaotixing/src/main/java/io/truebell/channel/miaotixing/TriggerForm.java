package io.truebell.channel.miaotixing;

import io.truebell.core.spi.Content;
import io.truebell.core.vault.Secret;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The body of a call to {@code /trigger}: a form, so that the code stands in no URL. Written byte
 * by byte, since a string of the code could not be wiped.
 *
 * <p>Source: showdoc.com.cn/miaotixing, "send a real-time reminder": fields {@code id}, {@code
 * text} and {@code type}.
 */
final class TriggerForm {
  /** No limit is documented; a reminder is a card, not a letter. */
  static final int MAX_TEXT = 1000;

  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

  private static final String PLAIN =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.";

  private TriggerForm() {}

  static byte[] write(Secret code, Content content, boolean json) {
    ByteArrayOutputStream form = new ByteArrayOutputStream();
    form.writeBytes("id=".getBytes(StandardCharsets.US_ASCII));
    byte[] id = code.reveal();
    encode(id, form);
    Arrays.fill(id, (byte) 0);
    form.writeBytes("&text=".getBytes(StandardCharsets.US_ASCII));
    encode(text(content).getBytes(StandardCharsets.UTF_8), form);
    if (json) {
      form.writeBytes("&type=json".getBytes(StandardCharsets.US_ASCII));
    }
    return form.toByteArray();
  }

  private static String text(Content content) {
    String whole =
        Stream.of(content.title(), content.text())
            .filter(part -> !part.isEmpty())
            .distinct() // fixed minimal text may be both
            .collect(Collectors.joining("\n"));
    if (whole.length() <= MAX_TEXT) {
      return whole;
    }
    int end = Character.isHighSurrogate(whole.charAt(MAX_TEXT - 2)) ? MAX_TEXT - 2 : MAX_TEXT - 1;
    return whole.substring(0, end) + "…";
  }

  private static void encode(byte[] bytes, ByteArrayOutputStream form) {
    for (byte b : bytes) {
      if (PLAIN.indexOf(b) >= 0) {
        form.write(b);
      } else {
        form.write('%');
        form.write(HEX[(b >> 4) & 0xf]);
        form.write(HEX[b & 0xf]);
      }
    }
  }
}
