package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.vault.Secret;
import java.util.List;
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

  /**
   * The provider's template of each of {@code deliveries} whose channel needs an authorisation for
   * each send; those of other channels are left out.
   */
  Map<DeliveryId, String> grantTemplates(List<DueDelivery> deliveries);

  /**
   * The provider's templates that the tenant's enabled accounts of channels which need an
   * authorisation are configured to use, with the types of notification that go out with each.
   */
  List<GrantTemplate> grantTemplates();

  /**
   * A template that authorisations are given for.
   *
   * @param types notification types that go out with it
   */
  record GrantTemplate(AccountId account, ChannelKey channel, String template, List<String> types) {
    public GrantTemplate {
      types = List.copyOf(types);
    }
  }
}
