package io.truebell.channel.wechat.api;

import io.truebell.channel.wechat.account.WechatSettings;
import io.truebell.core.spi.Tokens;
import io.truebell.core.spi.Tokens.Fetched;
import io.truebell.core.vault.Secret;
import io.truebell.core.wire.Wire;
import io.truebell.testkit.LocalTokens;
import io.truebell.testkit.TestClock;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An account as the tests of both channels use it. */
public final class Accounts {
  public static final String APP_ID = "wx8f4c2a1b3d5e6f70";
  public static final String OPEN_ID = "o6_bmjrPTlm6_2sgVt7hMZOPfL2M";
  public static final String TEMPLATE = "TnAZdCzwzPd5f0_JKZl-6e0pLBWhxWr1gpMy6cJKB3A";
  public static final String TOKEN = "77_a-token+that/is=kept";
  public static final Map<String, String> CREDENTIALS =
      Map.of(
          "app_secret", "7f3a9c0de1b2a4c8d5e6f7081920a1b2",
          "push_token", "pamtest",
          "encoding_aes_key", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG");

  private Accounts() {}

  public static WechatApi api(Wire wire, URI provider) {
    return new WechatApi(
        wire, new WechatSettings(provider, Duration.ofMinutes(5)), TestClock.atEight());
  }

  /** Settings with one template, for what the testkit's calls say. */
  public static Map<String, Object> settings(Map<String, Object> ofTemplate) {
    Map<String, Object> template = new LinkedHashMap<>(ofTemplate);
    template.put("type", "trip.changed");
    template.put("template_id", TEMPLATE);
    template.put(
        "fields",
        List.of(
            Map.of("keyword", "thing1", "source", "title"),
            Map.of("keyword", "character_string2", "source", "payload.train"),
            Map.of("keyword", "phrase3", "source", "=已变更")));
    return Map.of("appid", APP_ID, "templates", List.of(template));
  }

  /** Tokens that have {@link #TOKEN} already. */
  public static LocalTokens tokens() {
    LocalTokens tokens = new LocalTokens();
    put(tokens, TOKEN);
    return tokens;
  }

  private static void put(Tokens tokens, String token) {
    tokens
        .take("stable_" + APP_ID, null, () -> new Fetched(Secret.of(token), Duration.ofHours(1)))
        .close();
  }
}
