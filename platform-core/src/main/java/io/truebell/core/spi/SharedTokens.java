package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.tenancy.Tenant;

/** Where access tokens are kept. Losing them costs new ones and nothing else. */
public interface SharedTokens {
  /** The tokens of one account of one tenant; no other reads them. */
  Tokens of(Tenant tenant, AccountId account);
}
