package io.truebell.core.spi;

import java.util.Map;

/**
 * What a simulated provider posts to an account's receipts address.
 *
 * @param query raw, empty when there is none
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are handed on, never compared
public record SimulatedReport(String query, Map<String, String> headers, byte[] body) {
  public SimulatedReport {
    headers = Map.copyOf(headers);
  }
}
