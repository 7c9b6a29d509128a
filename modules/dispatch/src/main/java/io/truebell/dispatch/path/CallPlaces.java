package io.truebell.dispatch.path;

import io.truebell.core.message.AccountId;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Sandboxes;
import io.truebell.core.spi.SharedTokens;
import io.truebell.core.spi.Tokens;
import io.truebell.core.tenancy.Tenant;
import java.net.URI;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Where calls go when not to the real provider, and where they find access tokens. */
@Component
class CallPlaces {
  /** Every call fetches its own where nothing keeps them. */
  private static final Tokens UNKEPT = (name, refused, fetch) -> fetch.get().token();

  private final ObjectProvider<Sandboxes> sandboxes;
  private final ObjectProvider<SharedTokens> tokens;

  CallPlaces(ObjectProvider<Sandboxes> sandboxes, ObjectProvider<SharedTokens> tokens) {
    this.sandboxes = sandboxes;
    this.tokens = tokens;
  }

  /** The simulator's base for this delivery's call. */
  URI sandbox(Tenant tenant, DueDelivery due) {
    Sandboxes served = sandboxes.getIfAvailable();
    if (served == null) {
      throw new IllegalStateException("no sandbox is served");
    }
    return served.baseFor(tenant, due.channel(), due.account(), due.id());
  }

  Tokens tokens(Tenant tenant, AccountId account) {
    SharedTokens shared = tokens.getIfAvailable();
    return shared == null ? UNKEPT : shared.of(tenant, account);
  }
}
