package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.vault.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The tenant's channel accounts, for plugins that work for them. In the tenant's scope. */
public interface ChannelAccounts {
  /** What of an account is no secret. */
  record Known(AccountId id, ChannelKey channel, boolean sandbox) {}

  /**
   * An account whose secrets are open.
   *
   * @param credentials by field name; wiped when the work is over
   */
  record Opened(Known account, Settings settings, Map<String, Secret> credentials) {
    public Opened {
      credentials = Map.copyOf(credentials);
    }
  }

  /** The account; empty when there is none, or it was removed. */
  Optional<Known> find(AccountId account);

  /**
   * Does {@code work} with the account's secrets open and wipes them afterwards. They are opened to
   * check what its provider signed, and for nothing else beside the worker's call. No transaction
   * of this method is open while the work runs.
   *
   * @return empty when there is no such account, or it was removed
   * @throws io.truebell.core.vault.VaultException when they cannot be opened
   */
  <T> Optional<T> open(AccountId account, Function<Opened, T> work);
}
