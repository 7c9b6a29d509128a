package io.truebell.core.wire;

/**
 * Calls providers over HTTP. Never follows a redirect, never retries, never keeps a cookie, never
 * unpacks an answer, never waits longer than the request's timeout, and throws nothing for what the
 * network does: that is a {@link WireResult}.
 */
public interface Wire {
  /** Longest part of an answer that is read, in bytes. */
  int MAX_ANSWER = 16 * 1024;

  /** Makes the exchange; called on a virtual thread and holds no lock. */
  WireResult exchange(WireRequest request);
}
