package io.truebell.channel.miaotixing;

import java.net.URI;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code truebell.channel.miaotixing}.
 *
 * @param baseUrl where the provider stands, without a trailing slash; other than the default only
 *     in tests
 */
@ConfigurationProperties("truebell.channel.miaotixing")
record MiaotixingSettings(@DefaultValue("https://miaotixing.com") URI baseUrl) {
  MiaotixingSettings {
    if (baseUrl.getHost() == null || baseUrl.toString().endsWith("/")) {
      throw new IllegalArgumentException(
          "truebell.channel.miaotixing.base-url: must be a URL without a trailing slash");
    }
  }
}
