package io.truebell.core.spi;

import java.nio.charset.StandardCharsets;

/** Whether what came in at a receipts address is really from the provider. */
public sealed interface Authenticity {
  /**
   * It is.
   *
   * @param answer what the provider wants to hear, at once
   * @param carriesReceipts whether there is something to store and read; false for a challenge
   */
  record Authentic(Reply answer, boolean carriesReceipts) implements Authenticity {}

  /**
   * It is not, or cannot be shown to be. Answered with 401; nothing of it is stored.
   *
   * @param why a stable code, e.g. {@code bad_signature}
   */
  record NotAuthentic(String why) implements Authenticity {}

  /** An HTTP answer. */
  @SuppressWarnings("ArrayRecordComponent") // bytes are handed on, never compared
  record Reply(int status, String contentType, byte[] body) {
    /** A short text. */
    public static Reply text(int status, String text) {
      return new Reply(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Receipts, and nothing but "200" is wanted. */
  static Authenticity receipts() {
    return new Authentic(Reply.text(200, ""), true);
  }

  /** A challenge that is answered with that text. */
  static Authenticity challenge(String echo) {
    return new Authentic(Reply.text(200, echo), false);
  }

  /** Not from the provider. */
  static Authenticity refused(String why) {
    return new NotAuthentic(why);
  }
}
