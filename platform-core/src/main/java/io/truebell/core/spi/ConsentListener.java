package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;

/** Joins in when a provider reports a person's will; whoever keeps grants or bans listens. */
public interface ConsentListener {
  /**
   * Called in a transaction and in the tenant's scope, perhaps more than once for one report. An
   * exception lets the report be read again later.
   */
  void reported(AccountId account, ChannelKey channel, ConsentNews news);
}
