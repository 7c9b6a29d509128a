package io.truebell.core.spi;

import io.truebell.core.message.AccountId;

/** Where the provider of an account sends its receipts. Called in the tenant's scope. */
public interface ReceiptAddresses {
  /**
   * The path of the account's receipts address on this platform, beginning with a slash. It cannot
   * be guessed, and leads to this account and no other.
   */
  String pathOf(AccountId account);
}
