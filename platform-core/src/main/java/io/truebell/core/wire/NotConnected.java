package io.truebell.core.wire;

import io.truebell.core.wire.WireResult.NeverLeft;

/** There is no connection, so no byte of the request left. */
final class NotConnected extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient NeverLeft result;

  NotConnected(String code, String text) {
    super(text);
    this.result = new NeverLeft(code, text);
  }

  NeverLeft result() {
    return result;
  }
}
