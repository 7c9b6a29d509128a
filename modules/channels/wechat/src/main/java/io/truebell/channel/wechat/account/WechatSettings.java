package io.truebell.channel.wechat.account;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code truebell.channel.wechat}.
 *
 * @param baseUrl where WeChat's API stands, without a trailing slash; other than the default only
 *     in tests
 * @param pushTolerance how far the time that WeChat signed may be from ours, 10 s to 1 h
 */
@ConfigurationProperties("truebell.channel.wechat")
public record WechatSettings(
    @DefaultValue("https://api.weixin.qq.com") URI baseUrl,
    @DefaultValue("5m") Duration pushTolerance) {
  public WechatSettings {
    if (baseUrl.getHost() == null || baseUrl.toString().endsWith("/")) {
      throw new IllegalArgumentException(
          "truebell.channel.wechat.base-url: must be a URL without a trailing slash");
    }
    if (pushTolerance.compareTo(Duration.ofSeconds(10)) < 0
        || pushTolerance.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "truebell.channel.wechat.push-tolerance: must be from 10s to 1h");
    }
  }
}
