package io.truebell.channel.wechat.api;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.core.message.Fault;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.SecretText;
import io.truebell.core.spi.Tokens.Fetched;
import io.truebell.core.vault.Secret;
import io.truebell.core.wire.WireResult;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import io.truebell.core.wire.WireResult.NeverLeft;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The stable access token: {@code POST /cgi-bin/stable_token} in normal mode [official,
 * api_getstableaccesstoken]. Repeated calls do not rotate it; WeChat renews it when less than five
 * minutes are left and keeps both valid for five minutes. {@code force_refresh} would kill the
 * present one, may be used twenty times a day, and is never used.
 *
 * <p>Whatever goes wrong here, no message was sent: the outcome is a refusal or transient, and
 * never unknown. Texts of answers that no document describes are not kept, since a token may stand
 * in them.
 */
final class AccessToken {
  static final String PATH = "/cgi-bin/stable_token";

  /** How long before its end a token is replaced, which WeChat documents to be safe. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final long LONGEST_SECONDS = 86_400;
  private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]{1,2048}");
  private static final JsonMapper JSON = JsonMapper.shared();

  private AccessToken() {}

  static byte[] request(String appid, Secret secret) {
    return JSON.writeValueAsBytes(
        Map.of(
            "grant_type",
            "client_credential",
            "appid",
            appid,
            "secret",
            secret.revealText(),
            "force_refresh",
            false));
  }

  /**
   * Reads the answer.
   *
   * @throws NoToken when it has none
   */
  static Fetched read(WireResult result, ChannelCall call) {
    return switch (result) {
      case NeverLeft never -> throw later(never.code(), never.text(), null);
      case Lost lost -> throw later(lost.code(), lost.text(), null);
      case Answered answered when answered.status() != 200 ->
          throw later("http_" + answered.status(), "", null);
      case Answered answered -> token(answered, call);
    };
  }

  private static Fetched token(Answered answered, ChannelCall call) {
    JsonNode body;
    try {
      body = JSON.readTree(answered.body());
    } catch (JacksonException e) {
      throw later("unrecognised_answer", "", null);
    }
    JsonNode token = body.path("access_token");
    JsonNode seconds = body.path("expires_in");
    if (body.path("errcode").asInt(0) != 0) {
      throw refused(body.path("errcode").asInt(0), body.path("errmsg").asString(""), call);
    }
    if (!token.isString()
        || !FORM.matcher(token.asString()).matches()
        || !seconds.isIntegralNumber()) {
      throw later("unrecognised_answer", "", null);
    }
    Duration whole = Duration.ofSeconds(Math.clamp(seconds.asLong(), 0, LONGEST_SECONDS));
    return new Fetched(Secret.of(token.asString()), whole.minus(MARGIN));
  }

  /** [official] for -1, 40001, 40013, 40125; [sdk] and [forum] for the others. */
  private static NoToken refused(int errcode, String errmsg, ChannelCall call) {
    String text = SecretText.hide(errmsg, call);
    return switch (errcode) {
      case 40001, 40002, 40013, 40125, 40164, 41002, 41004, 48001, 50002 ->
          new NoToken(new Rejected(Fault.CONFIGURATION, NoToken.PREFIX + errcode, text, false));
      case 45009, 45011 -> later(Integer.toString(errcode), text, PAUSE);
      default -> later(Integer.toString(errcode), text, null);
    };
  }

  private static NoToken later(String code, String text, @Nullable Duration wait) {
    Outcome outcome =
        new Transient(NoToken.PREFIX + code, "no access token: " + text, wait, SlowScope.ACCOUNT);
    return new NoToken(outcome);
  }

  /** The secret that a token is asked with. */
  static Secret secret(ChannelCall call) {
    Secret secret = call.credentials().get(WechatAccount.APP_SECRET);
    if (secret == null) {
      throw new NoToken(
          new Rejected(
              Fault.CONFIGURATION, NoToken.PREFIX + "no_secret", "there is no app secret", false));
    }
    return secret;
  }
}
