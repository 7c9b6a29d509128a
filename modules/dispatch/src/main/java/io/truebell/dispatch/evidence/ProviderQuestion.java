package io.truebell.dispatch.evidence;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.QueryAnswer;
import io.truebell.core.spi.QueryCall;
import io.truebell.core.spi.Sandboxes;
import io.truebell.core.spi.SecretText;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.evidence.AwaitedRows.ToAsk;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Asks a provider what became of one delivery: opens the secrets, asks, wipes the secrets. No
 * transaction and no connection is held, and whatever the adapter does, one answer comes back.
 */
@Component
class ProviderQuestion {
  private final Channels channels;
  private final ChannelAccounts accounts;
  private final Vault vault;
  private final ObjectProvider<Sandboxes> sandboxes;

  ProviderQuestion(
      Channels channels,
      ChannelAccounts accounts,
      Vault vault,
      ObjectProvider<Sandboxes> sandboxes) {
    this.channels = channels;
    this.accounts = accounts;
    this.vault = vault;
    this.sandboxes = sandboxes;
  }

  QueryAnswer ask(Tenant tenant, ToAsk about) {
    ChannelAdapter adapter = channels.find(about.channel()).orElse(null);
    if (adapter == null) {
      return new QueryAnswer.NoAnswer("channel_not_installed", "");
    }
    try {
      return accounts
          .open(about.account(), opened -> ask(tenant, about, adapter, opened))
          .orElseGet(() -> new QueryAnswer.NoAnswer("account_removed", ""));
    } catch (RuntimeException e) {
      return new QueryAnswer.NoAnswer("not_asked", e.getClass().getSimpleName());
    }
  }

  private QueryAnswer ask(
      Tenant tenant, ToAsk about, ChannelAdapter adapter, ChannelAccounts.Opened account) {
    String place = "endpoint/" + about.endpoint() + "/address";
    try (Secret address = vault.open(tenant.id(), place, new Sealed(about.address()))) {
      QueryCall call =
          new QueryCall(
              new DeliveryId(about.delivery()),
              about.idempotencyKey(),
              about.providerRef(),
              about.calledAt(),
              account.settings(),
              account.credentials(),
              address,
              sandbox(tenant, about, account),
              Duration.ofMillis(about.timeoutMs()));
      List<Secret> secrets = new ArrayList<>(account.credentials().values());
      secrets.add(address);
      return withoutSecrets(ask(adapter, call), secrets);
    }
  }

  private static QueryAnswer ask(ChannelAdapter adapter, QueryCall call) {
    try {
      return Objects.requireNonNull(adapter.ask(call), "the adapter answered nothing");
    } catch (Throwable e) {
      return new QueryAnswer.NoAnswer("adapter_error", e.getClass().getSimpleName());
    }
  }

  private @Nullable URI sandbox(Tenant tenant, ToAsk about, ChannelAccounts.Opened account) {
    if (!account.account().sandbox()) {
      return null;
    }
    Sandboxes served = sandboxes.getIfAvailable();
    if (served == null) {
      throw new IllegalStateException("no sandbox is served");
    }
    return served.baseFor(
        tenant, new ChannelKey(about.channel()), about.account(), new DeliveryId(about.delivery()));
  }

  private static QueryAnswer withoutSecrets(QueryAnswer answer, List<Secret> secrets) {
    String code = SecretText.hide(answer.code(), secrets);
    String text = SecretText.hide(answer.text(), secrets);
    return switch (answer) {
      case QueryAnswer.Found found -> new QueryAnswer.Found(found.news(), code, text);
      case QueryAnswer.NotFound _ -> new QueryAnswer.NotFound(code, text);
      case QueryAnswer.NoAnswer _ -> new QueryAnswer.NoAnswer(code, text);
    };
  }
}
