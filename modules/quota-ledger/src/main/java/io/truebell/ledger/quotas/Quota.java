package io.truebell.ledger.quotas;

import io.truebell.core.message.ChannelKey;
import java.time.LocalDate;

/**
 * Something that a tenant uses a counted amount of in a calendar month.
 *
 * @param name {@code messages}, {@code api_calls} or {@code paid_sends:<channel>}
 */
record Quota(String name) {
  static final Quota MESSAGES = new Quota("messages");
  static final Quota API_CALLS = new Quota("api_calls");
  private static final String PAID = "paid_sends:";

  /** Sends through a channel that costs money. */
  static Quota paidSends(ChannelKey channel) {
    return new Quota(PAID + channel);
  }

  /** The first day of the month that a day is in; months are UTC's. */
  static LocalDate period(LocalDate day) {
    return day.withDayOfMonth(1);
  }

  /** Whether it is counted for each send, and not for each request. */
  boolean ofSends() {
    return !equals(API_CALLS);
  }

  /** The channel of paid sends; empty for what counts all channels. */
  String channel() {
    return name.startsWith(PAID) ? name.substring(PAID.length()) : "";
  }

  @Override
  public String toString() {
    return name;
  }
}
