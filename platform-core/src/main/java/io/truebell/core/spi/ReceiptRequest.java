package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.vault.Secret;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What came in at an account's receipts address, exactly as it came: signatures are made over these
 * bytes. Secrets are open only while the parser runs; it keeps none.
 *
 * @param method {@code POST} or {@code GET}
 * @param url the whole address as the provider called it, query included
 * @param path what stands behind the account's address, empty or beginning with a slash
 * @param query raw, empty when there is none
 * @param headers by lower-case name
 * @param body raw bytes; the parser does not change them
 * @param receivedAt when it came in, also when it is read again later
 * @param account whose address it is
 * @param settings the account's settings
 * @param credentials the account's secrets by field name
 */
@SuppressWarnings("ArrayRecordComponent") // bytes are handed on, never compared
public record ReceiptRequest(
    String method,
    URI url,
    String path,
    String query,
    Map<String, List<String>> headers,
    byte[] body,
    Instant receivedAt,
    AccountId account,
    Settings settings,
    Map<String, Secret> credentials) {
  public ReceiptRequest {
    headers = Map.copyOf(headers);
    credentials = Map.copyOf(credentials);
  }

  /** The first value of a header. */
  public Optional<String> header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), List.of()).stream().findFirst();
  }

  /** Bodies are somebody's data and headers carry signatures: neither is printed. */
  @Override
  public String toString() {
    return "ReceiptRequest[" + method + ", " + body.length + " bytes, account " + account + "]";
  }
}
