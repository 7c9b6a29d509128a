package io.truebell.admin.limits;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How much the API takes.
 *
 * @param maxBody largest body of a request
 * @param maxStream largest body of a request of lines ({@code application/x-ndjson}), which is read
 *     a piece at a time
 * @param requestsPerMinute of one tenant, whatever number of keys it has; of one operator's key
 */
@ConfigurationProperties("truebell.limits")
public record LimitSettings(
    @DefaultValue("1MB") DataSize maxBody,
    @DefaultValue("256MB") DataSize maxStream,
    @DefaultValue("600") int requestsPerMinute) {
  public LimitSettings {
    if (maxBody.toBytes() < 1024 || maxBody.toMegabytes() > 64) {
      throw new IllegalArgumentException("truebell.limits.max-body must be from 1KB to 64MB");
    }
    if (maxStream.compareTo(maxBody) < 0) {
      throw new IllegalArgumentException(
          "truebell.limits.max-stream must not be less than truebell.limits.max-body");
    }
    if (requestsPerMinute < 1) {
      throw new IllegalArgumentException("truebell.limits.requests-per-minute must be positive");
    }
  }
}
