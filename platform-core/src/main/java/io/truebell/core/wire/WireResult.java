package io.truebell.core.wire;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What can be known about one HTTP exchange. */
public sealed interface WireResult {
  /**
   * A whole answer came.
   *
   * @param status HTTP status
   * @param headers by lower-case name, the last value of each
   * @param body at most {@link Wire#MAX_ANSWER} bytes, decoded from nothing
   * @param cut whether the answer was longer than that
   */
  record Answered(int status, Map<String, String> headers, byte[] body, boolean cut)
      implements WireResult {
    public Answered {
      headers = Map.copyOf(headers);
    }

    /** The header's value, by any spelling of its name. */
    public Optional<String> header(String name) {
      return Optional.ofNullable(headers.get(name.toLowerCase(Locale.ROOT)));
    }
  }

  /**
   * Proven: no byte of the request left.
   *
   * @param code {@code dns_failed}, {@code connect_failed}, {@code connect_timeout}, {@code
   *     tls_failed} or {@code address_refused} (by the guard)
   */
  record NeverLeft(String code, String text) implements WireResult {}

  /**
   * The request may have left and no whole answer came.
   *
   * @param code {@code timeout}, {@code connection_lost}, {@code half_answer} or {@code bad_answer}
   */
  record Lost(String code, String text) implements WireResult {}
}
