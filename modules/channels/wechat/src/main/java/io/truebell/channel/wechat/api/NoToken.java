package io.truebell.channel.wechat.api;

import io.truebell.core.spi.Outcome;

/** There is no access token, so nothing was sent. */
final class NoToken extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What all codes of such outcomes begin with. */
  static final String PREFIX = "token_";

  private final transient Outcome outcome;

  NoToken(Outcome outcome) {
    super("no access token: " + outcome.code(), null, false, false);
    this.outcome = outcome;
  }

  Outcome outcome() {
    return outcome;
  }
}
