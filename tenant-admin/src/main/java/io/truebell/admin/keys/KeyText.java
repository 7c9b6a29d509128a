package io.truebell.admin.keys;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A key as its owner holds it: {@code tbk_<prefix>_<secret>}, operators' {@code tbo_…}. The prefix
 * names the key in lists and logs; the secret has 256 bits, so a plain hash of it is enough.
 *
 * @param kind whose key it is
 * @param prefix 8 characters of base 62
 * @param secret 43 characters of base 62
 */
record KeyText(Kind kind, String prefix, String secret) {
  enum Kind {
    TENANT("tbk"),
    OPERATOR("tbo");

    private final String mark;

    Kind(String mark) {
      this.mark = mark;
    }
  }

  private static final String BASE62 =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final Pattern FORM =
      Pattern.compile("(tbk|tbo)_([0-9A-Za-z]{8})_([0-9A-Za-z]{43})");

  static KeyText make(Kind kind, SecureRandom random) {
    return new KeyText(kind, letters(8, random), letters(43, random));
  }

  static Optional<KeyText> parse(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    Kind kind = form.group(1).equals(Kind.TENANT.mark) ? Kind.TENANT : Kind.OPERATOR;
    return Optional.of(new KeyText(kind, form.group(2), form.group(3)));
  }

  /** What is stored of the secret. */
  byte[] hash() {
    try {
      return MessageDigest.getInstance("SHA-256")
          .digest(secret.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The whole key, for the one answer that shows it. */
  String reveal() {
    return kind.mark + "_" + prefix + "_" + secret;
  }

  @Override
  public String toString() {
    return kind.mark + "_" + prefix + "_…";
  }

  private static String letters(int count, SecureRandom random) {
    StringBuilder text = new StringBuilder(count);
    for (int i = 0; i < count; i++) {
      text.append(BASE62.charAt(random.nextInt(BASE62.length())));
    }
    return text.toString();
  }
}
