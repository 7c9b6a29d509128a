package io.truebell.channel.miaotixing;

import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings below {@code truebell.channel.miaotixing}.
 *
 * @param baseUrl where the provider stands, without a trailing slash; other than the default only
 *     in tests
 * @param pacing least time between two calls of one outgoing address; zero for none, which the
 *     vendor answers by blocking the address
 * @param egress names the outgoing address of this process; processes that share one share the name
 */
@ConfigurationProperties("truebell.channel.miaotixing")
record MiaotixingSettings(
    @DefaultValue("https://miaotixing.com") URI baseUrl,
    @DefaultValue("10s") Duration pacing,
    @DefaultValue("miaotixing") String egress) {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,59}");

  MiaotixingSettings {
    if (pacing.isNegative() || pacing.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "truebell.channel.miaotixing.pacing: must be between 0 and 1 hour");
    }
    if (!NAME.matcher(egress).matches()) {
      throw new IllegalArgumentException(
          "truebell.channel.miaotixing.egress: must be 1 to 60 of a-z, 0-9, '.', '-'");
    }
    if (baseUrl.getHost() == null || baseUrl.toString().endsWith("/")) {
      throw new IllegalArgumentException(
          "truebell.channel.miaotixing.base-url: must be a URL without a trailing slash");
    }
  }
}
