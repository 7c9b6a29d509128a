package io.truebell.channel.wechat.official;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.template.TemplateForm;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.SecretField.Title;
import java.time.Duration;

/** What the channel is, and its settings. */
final class OfficialDescriptor {
  /** Ten minutes are documented [official]; a minute is left for clocks and slow calls. */
  static final Duration REMEMBERS = Duration.ofMinutes(9);

  private static final String LINKS =
      """
      "url": {
        "type": "string",
        "pattern": "^https?://[^\\\\s]{1,1024}$",
        "title": "Page that the message opens",
        "x-title-zh": "点击消息打开的网页"
      },
      "miniprogram": {
        "type": "object",
        "additionalProperties": false,
        "required": ["appid"],
        "title": "Mini-program that the message opens; wins over the page",
        "x-title-zh": "点击消息打开的小程序（优先于网页）",
        "properties": {
          "appid": {
            "type": "string",
            "pattern": "^wx[0-9A-Za-z]{6,40}$",
            "title": "Its app id",
            "x-title-zh": "小程序 AppID"
          },
          "pagepath": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_][^\\\\s#]{0,767}$",
            "title": "Its page",
            "x-title-zh": "小程序页面"
          }
        }
      },
      """;

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
          %s
        }
      }
      """
          .formatted(
              TemplateForm.appId("App id of the official account", "公众号 AppID"),
              TemplateForm.templates(TemplateForm.ANY_KEYWORD, LINKS),
              WechatAccount.PUSH_MODE_SCHEMA);

  static final ChannelDescriptor IT =
      new ChannelDescriptor(
          WechatAccount.OFFICIAL,
          new Title("WeChat official account template message", "微信公众号模板消息"),
          SETTINGS,
          WechatAccount.SECRETS,
          false,
          new Title("openid of the official account", "公众号 openid"),
          false,
          true,
          Duration.ofHours(1),
          REMEMBERS,
          false,
          Duration.ofSeconds(10),
          null,
          Ceiling.DELIVERED);

  private OfficialDescriptor() {}
}
