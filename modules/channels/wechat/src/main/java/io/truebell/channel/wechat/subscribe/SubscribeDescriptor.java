package io.truebell.channel.wechat.subscribe;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.template.TemplateForm;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.SecretField.Title;
import java.time.Duration;

/** What the channel is, and its settings. */
final class SubscribeDescriptor {
  /** WeChat pushes results within seconds, where it pushes them [decision]. */
  private static final Duration RECEIPT_WITHIN = Duration.ofHours(1);

  private static final String SETTINGS =
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": false,
        "required": ["appid", "templates"],
        "properties": {
          %s,
          %s,
          "miniprogram_state": {
            "type": "string",
            "enum": ["formal", "trial", "developer"],
            "default": "formal",
            "title": "Version that the card opens; messages are real in each",
            "x-title-zh": "点击卡片打开的版本（消息均为真实发送）"
          },
          "lang": {
            "type": "string",
            "enum": ["zh_CN", "en_US", "zh_HK", "zh_TW"],
            "default": "zh_CN",
            "title": "Language of the card",
            "x-title-zh": "卡片语言"
          },
          %s
        }
      }
      """
          .formatted(
              TemplateForm.appId("App id of the mini-program", "小程序 AppID"),
              TemplateForm.templates(
                  TemplateForm.TYPED_KEYWORD,
                  """
                  "page": {
                    "type": "string",
                    "pattern": "^[A-Za-z0-9_][A-Za-z0-9_./-]{0,255}(?:\\\\?[^\\\\s#]{0,512})?$",
                    "title": "Page that the card opens, in the released version",
                    "x-title-zh": "点击卡片打开的页面（须在已发布版本中）"
                  },
                  """),
              WechatAccount.PUSH_MODE_SCHEMA);

  static final ChannelDescriptor IT =
      new ChannelDescriptor(
          WechatAccount.SUBSCRIBE,
          new Title("WeChat mini-program subscribe message", "微信小程序订阅消息"),
          SETTINGS,
          WechatAccount.SECRETS,
          false,
          new Title("openid of the mini-program", "小程序 openid"),
          true,
          true,
          RECEIPT_WITHIN,
          null,
          false,
          Duration.ofSeconds(10),
          null,
          Ceiling.DELIVERED);

  private SubscribeDescriptor() {}
}
