package io.truebell.channel.wechat.api;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.ReceiptNews.Proof;
import java.time.Duration;
import java.util.Set;

/** What an {@code errcode} means. */
public sealed interface Meaning {
  /** Refused for good. */
  record Refused(Fault fault, Set<Proof> proofs) implements Meaning {}

  /**
   * Refused; but after a call that may have been carried out it can be that call's trace, and then
   * what became of the message is unknown.
   */
  record RefusedOrDone(Fault fault, Set<Proof> proofs) implements Meaning {}

  /** Not done; works again after a while. */
  record Later(SlowScope scope, Duration pause) implements Meaning {}

  /** Not done; works again on the next day in China. */
  record Tomorrow(SlowScope scope) implements Meaning {}

  /** A quota of the account is used up: the day's, where the text says so, else the minute's. */
  record Quota() implements Meaning {}

  /** Said to be busy. May be tried again, but nothing says that it was not done. */
  record Busy() implements Meaning {}

  /** The access token is not valid, so nothing was done. */
  record TokenRefused() implements Meaning {}

  /** WeChat keeps it to itself for now, and may still deliver it. */
  record Pending() implements Meaning {}

  /** The message is at fault. */
  Meaning MESSAGE = new Refused(Fault.MESSAGE, Set.of());

  /** The recipient is at fault, which proves nothing beyond this message. */
  Meaning RECIPIENT = new Refused(Fault.RECIPIENT, Set.of());

  /** The account's settings, credentials or rights are at fault. */
  Meaning CONFIGURATION = new Refused(Fault.CONFIGURATION, Set.of());

  Meaning TOKEN = new TokenRefused();

  Meaning BUSY = new Busy();

  Meaning QUOTA = new Quota();
}
