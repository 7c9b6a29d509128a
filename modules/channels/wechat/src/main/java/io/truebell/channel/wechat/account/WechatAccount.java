package io.truebell.channel.wechat.account;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.SecretField;
import io.truebell.core.spi.SecretField.Title;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The two channels' keys, and the settings and secrets that their accounts share. */
public final class WechatAccount {
  public static final ChannelKey SUBSCRIBE = new ChannelKey("wechat-subscribe");
  public static final ChannelKey OFFICIAL = new ChannelKey("wechat-official");

  /** Setting: the app's id. */
  public static final String APP_ID = "appid";

  /** Setting: how WeChat was told to push events. */
  public static final String PUSH_MODE = "push_mode";

  /** The push mode in which bodies are neither encrypted nor signed. */
  public static final String PLAIN = "plain";

  public static final String APP_SECRET = "app_secret";
  public static final String PUSH_TOKEN = "push_token";
  public static final String PREVIOUS_PUSH_TOKEN = "previous_push_token";
  public static final String AES_KEY = "encoding_aes_key";
  public static final String PREVIOUS_AES_KEY = "previous_encoding_aes_key";

  /** The write-only secrets. Without those of the push no receipt can be verified. */
  public static final List<SecretField> SECRETS =
      List.of(
          new SecretField(APP_SECRET, new Title("App secret", "AppSecret"), true),
          new SecretField(PUSH_TOKEN, new Title("Token of the message push", "消息推送 Token"), false),
          new SecretField(
              AES_KEY,
              new Title("EncodingAESKey of the message push", "消息推送 EncodingAESKey"),
              false),
          new SecretField(
              PREVIOUS_PUSH_TOKEN,
              new Title("Previous token (while rotating)", "旧 Token（轮换期间）"),
              false),
          new SecretField(
              PREVIOUS_AES_KEY,
              new Title("Previous EncodingAESKey (while rotating)", "旧 EncodingAESKey（轮换期间）"),
              false));

  /** Part of a settings form: how events are pushed. */
  public static final String PUSH_MODE_SCHEMA =
      """
          "push_mode": {
            "type": "string",
            "enum": ["safe", "compatible", "plain"],
            "default": "safe",
            "title": "Mode of the message push",
            "x-title-zh": "消息推送加密方式",
            "description": "As chosen in WeChat's console. In plain mode WeChat does not sign what it says: choose safe",
            "x-description-zh": "与微信后台一致。明文模式下微信的签名不包含消息内容，建议选择安全模式"
          }
      """;

  private static final Pattern SECRET = Pattern.compile("[\\x21-\\x7e]{8,128}");
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9]{3,32}");
  private static final Pattern KEY = Pattern.compile("[A-Za-z0-9]{43}");

  private record Form(Pattern pattern, String reason) {}

  private static final Form PUSH_TOKEN_FORM =
      new Form(TOKEN, "must be the token of the message push: 3 to 32 letters and digits");
  private static final Form AES_KEY_FORM =
      new Form(KEY, "must be an EncodingAESKey: 43 letters and digits");
  private static final Map<String, Form> FORMS =
      Map.of(
          APP_SECRET, new Form(SECRET, "must be the secret of the app: 8 to 128 characters"),
          PUSH_TOKEN, PUSH_TOKEN_FORM,
          PREVIOUS_PUSH_TOKEN, PUSH_TOKEN_FORM,
          AES_KEY, AES_KEY_FORM,
          PREVIOUS_AES_KEY, AES_KEY_FORM);

  private WechatAccount() {}

  /** What is wrong with a secret; empty when nothing is. */
  public static List<FieldProblem> check(String field, String value) {
    Form form = FORMS.get(field);
    if (form == null) {
      return List.of(new FieldProblem(field, "unknown_secret", "this channel has no such secret"));
    }
    return form.pattern().matcher(value).matches()
        ? List.of()
        : List.of(new FieldProblem(field, "invalid_" + field, form.reason()));
  }
}
