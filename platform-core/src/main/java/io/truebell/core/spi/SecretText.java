package io.truebell.core.spi;

import io.truebell.core.vault.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Takes secrets out of what a provider or a library said, before it reaches a log, a trace or a
 * page. An adapter does so before it makes an {@link Outcome}, which shortens its text: a secret
 * that is cut in two would not be recognised any more.
 */
public final class SecretText {
  /** What stands where a secret stood. */
  public static final String MASK = "•••";

  // shorter ones would blank half of every text, and no channel has any
  private static final int SHORTEST = 3;
  private static final int SHORTEST_PREFIX = 4;

  private SecretText() {}

  /** The text without the secrets of that call: its address and every credential. */
  public static String hide(String text, ChannelCall call) {
    List<Secret> secrets = new ArrayList<>(call.credentials().values());
    secrets.add(call.address());
    if (call.endpointSecret() != null) {
      secrets.add(call.endpointSecret());
    }
    return hide(text, secrets);
  }

  /**
   * The text without these secrets, as they are and percent-encoded. The beginning of a secret at
   * the text's end is taken out too, from four characters on: the rest may have been cut off.
   */
  public static String hide(String text, Collection<Secret> secrets) {
    List<String> forms =
        secrets.stream()
            .map(Secret::revealText)
            .filter(value -> value.length() >= SHORTEST)
            .<String>mapMulti(
                (value, form) -> {
                  form.accept(value);
                  form.accept(URLEncoder.encode(value, StandardCharsets.UTF_8));
                })
            .distinct()
            // of two secrets one may be a part of the other
            .sorted((a, b) -> Integer.compare(b.length(), a.length()))
            .toList();
    String hidden = text;
    for (String form : forms) {
      hidden = hidden.replace(form, MASK);
    }
    for (String form : forms) {
      hidden = hideBeginning(hidden, form);
    }
    return hidden;
  }

  private static String hideBeginning(String text, String secret) {
    int longest = Math.min(secret.length() - 1, text.length());
    for (int length = longest; length >= SHORTEST_PREFIX; length--) {
      if (text.regionMatches(text.length() - length, secret, 0, length)) {
        return text.substring(0, text.length() - length) + MASK;
      }
    }
    return text;
  }
}
