package io.truebell.suppression;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.DueDelivery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A real account and a sandbox, both of the channel that needs authorisations. */
final class TwoAccounts implements ChannelAccounts {
  @Override
  public Optional<Known> find(AccountId account) {
    return Optional.of(
        new Known(account, SuppressionBed.NEEDY, account.equals(SuppressionBed.SANDBOX)));
  }

  @Override
  public <T> Optional<T> open(AccountId account, Function<Opened, T> work) {
    throw new UnsupportedOperationException("bans open no secret");
  }

  @Override
  public Map<DeliveryId, String> grantTemplates(List<DueDelivery> deliveries) {
    return Map.of();
  }

  @Override
  public List<GrantTemplate> grantTemplates() {
    return List.of();
  }
}
