package io.truebell.channel.wechat.simulator;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.core.spi.ChannelAccounts.Opened;
import io.truebell.core.spi.ProviderSimulator.Answer;
import io.truebell.core.spi.ProviderSimulator.Request;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** WeChat's way of answering: HTTP 200, and a code in the body. */
final class Said {
  static final int OK = 0;
  static final int BAD_TOKEN = 40001;
  static final int BAD_OPENID = 40003;
  static final int BAD_APP = 40013;
  static final int BAD_TEMPLATE = 40037;
  static final int BAD_SECRET = 40125;
  static final int NO_TOKEN = 41001;
  static final int EXPIRED_TOKEN = 42001;
  static final int REFUSED = 43101;
  static final int NOT_PARSEABLE = 47001;
  static final int BAD_VALUE = 47003;

  private static final JsonMapper JSON = JsonMapper.shared();

  /** As the documents word it; a code that stands here not has a text of no meaning. */
  private static final Map<Integer, String> TEXTS =
      Map.ofEntries(
          Map.entry(OK, "ok"),
          Map.entry(-1, "system error"),
          Map.entry(BAD_TOKEN, "invalid credential, access_token is invalid or not latest"),
          Map.entry(BAD_OPENID, "invalid openid"),
          Map.entry(BAD_APP, "invalid appid"),
          Map.entry(BAD_TEMPLATE, "invalid template_id"),
          Map.entry(BAD_SECRET, "invalid appsecret"),
          Map.entry(NO_TOKEN, "access_token missing"),
          Map.entry(EXPIRED_TOKEN, "access_token expired"),
          Map.entry(43004, "require subscribe"),
          Map.entry(REFUSED, "user refuse to accept the msg"),
          Map.entry(43108, "concurrent calls for the same openid, please try again"),
          Map.entry(45009, "reach max api daily quota limit"),
          Map.entry(45011, "api minute-quota reach limit"),
          Map.entry(NOT_PARSEABLE, "data format error"),
          Map.entry(BAD_VALUE, "argument invalid!"));

  private Said() {}

  static Answer code(int code) {
    return code(code, "");
  }

  /**
   * @param more what stands behind the text, e.g. the field that is wrong
   */
  static Answer code(int code, String more) {
    String text = TEXTS.getOrDefault(code, "simulated error") + more;
    return json(
        JSON.writeValueAsString(
            Map.of(
                "errcode", code, "errmsg", code == OK ? text : text + " rid: 1a2b3c-simulated")));
  }

  static Answer accepted(long msgid, boolean told) {
    String id = told ? ",\"msgid\":" + msgid : "";
    return json("{\"errcode\":0,\"errmsg\":\"ok\"" + id + "}");
  }

  static Answer json(String body) {
    return text(200, "application/json; charset=UTF-8", body);
  }

  static Answer text(int status, String type, String body) {
    return new Answer(status, Map.of("Content-Type", type), body.getBytes(StandardCharsets.UTF_8));
  }

  /** What was asked; missing when it is no JSON. */
  static JsonNode read(Request request) {
    try {
      return JSON.readTree(request.body());
    } catch (JacksonException e) {
      return JSON.missingNode();
    }
  }

  static String appid(Opened account) {
    return account.settings().text(WechatAccount.APP_ID, "");
  }
}
