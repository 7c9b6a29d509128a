package io.truebell.channel.wechat.api;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.account.WechatSettings;
import io.truebell.channel.wechat.api.Reply.Said;
import io.truebell.channel.wechat.api.Reply.Unsaid;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.SecretText;
import io.truebell.core.spi.Tokens.Fetched;
import io.truebell.core.vault.Secret;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Sends one message with the account's access token. A token that is refused (40001, 40014, 42001)
 * proves that nothing was sent: it is replaced once, and the same request made once more within the
 * same attempt, as WxJava does with these codes [sdk]. A second refusal is the configuration's.
 */
@Component
public final class WechatApi {
  /** Code of an outcome: the calls before took so long that this one was not begun. */
  static final String NO_TIME_LEFT = "no_time_left";

  private static final String TOKEN = "stable";

  private final Wire wire;
  private final WechatSettings platform;
  private final Clock clock;

  public WechatApi(Wire wire, WechatSettings platform, Clock clock) {
    this.wire = wire;
    this.platform = platform;
    this.clock = clock;
  }

  /**
   * Makes the call and says what its answer means. The body is wiped afterwards.
   *
   * @param path of the API, without the token
   * @param codes what the API is documented to answer
   */
  public Outcome send(ChannelCall call, String path, byte[] body, Errcodes codes) {
    Budget budget = new Budget(call.timeout());
    try (Secret token = take(call, null, budget)) {
      Reply reply = post(call, path, body, token, budget);
      if (codes.refusesToken(reply)) {
        try (Secret fresh = take(call, token, budget)) {
          reply = post(call, path, body, fresh, budget);
        }
      }
      return switch (reply) {
        case Unsaid unsaid -> unsaid.outcome();
        case Said said -> codes.outcome(said, call.earlierCodes(), clock.instant());
      };
    } catch (NoToken e) {
      return e.outcome();
    } finally {
      Arrays.fill(body, (byte) 0);
    }
  }

  /** An app has a token of its own: that of another app would send as that app. */
  private Secret take(ChannelCall call, @Nullable Secret refused, Budget budget) {
    String appid = call.settings().text(WechatAccount.APP_ID, "");
    String name = TOKEN + "_" + appid.toLowerCase(Locale.ROOT);
    return call.tokens().take(name, refused, () -> fetch(call, appid, budget));
  }

  private Fetched fetch(ChannelCall call, String appid, Budget budget) {
    byte[] body = AccessToken.request(appid, AccessToken.secret(call));
    try {
      Duration left = budget.left();
      if (left.isZero()) {
        throw new NoToken(noTime());
      }
      return AccessToken.read(exchange(call, AccessToken.PATH, "", body, left), call);
    } finally {
      Arrays.fill(body, (byte) 0);
    }
  }

  private Reply post(ChannelCall call, String path, byte[] body, Secret token, Budget budget) {
    Duration left = budget.left();
    if (left.isZero()) {
      return new Unsaid(noTime());
    }
    String query = "?access_token=" + URLEncoder.encode(token.revealText(), StandardCharsets.UTF_8);
    return Reply.read(exchange(call, path, query, body, left), hide(call, token));
  }

  private static Outcome noTime() {
    return new Transient(
        NO_TIME_LEFT, "nothing was sent: too little time was left", null, SlowScope.DELIVERY);
  }

  private WireResult exchange(
      ChannelCall call, String path, String query, byte[] body, Duration timeout) {
    URI base = call.sandbox() == null ? platform.baseUrl() : call.sandbox();
    return wire.exchange(
        new WireRequest(
            "POST",
            URI.create(base + path + query),
            Map.of("Content-Type", "application/json; charset=utf-8"),
            body,
            timeout,
            Reach.FIXED));
  }

  private static UnaryOperator<String> hide(ChannelCall call, Secret token) {
    List<Secret> secrets = new ArrayList<>(call.credentials().values());
    secrets.add(call.address());
    secrets.add(token);
    return text -> SecretText.hide(text, secrets);
  }
}
