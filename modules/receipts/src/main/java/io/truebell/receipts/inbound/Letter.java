package io.truebell.receipts.inbound;

import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ReceiptRequest;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A request exactly as it came in, the way it is sealed and stored.
 *
 * @param path what stood behind the account's address
 * @param query raw
 * @param headers by lower-case name
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are handed on, never compared
record Letter(
    String method,
    String url,
    String path,
    String query,
    Map<String, List<String>> headers,
    byte[] body) {
  /** What its channel's parser is given. */
  ReceiptRequest opened(ChannelAccounts.Opened account, Instant receivedAt) {
    return new ReceiptRequest(
        method,
        URI.create(url),
        path,
        query,
        headers,
        body.clone(),
        receivedAt,
        account.account().id(),
        account.settings(),
        account.credentials());
  }

  @Override
  public String toString() {
    return "Letter[" + method + ", " + body.length + " bytes]";
  }
}
