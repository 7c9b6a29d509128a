package io.truebell.calm.pacing;

import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Outcome.SlowScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a provider's answer slows down.
 *
 * @param scope {@code recipient} and {@code account} are the tenant's own; {@code egress} and
 *     {@code provider} are shared with other tenants
 */
record Slowed(SlowScope scope, String key) {
  boolean shared() {
    return scope == SlowScope.EGRESS || scope == SlowScope.PROVIDER;
  }

  /** The scope in the API and in traces. */
  String word() {
    return scope.name().toLowerCase(Locale.ROOT);
  }

  /**
   * What of a delivery's a scope means; null when it means the delivery alone. A sandbox slows
   * nobody but itself, and an account that shares no egress is its own.
   */
  static @Nullable Slowed of(SlowScope scope, DueDelivery due, @Nullable PacedAccount account) {
    return switch (scope) {
      case DELIVERY -> null;
      case RECIPIENT -> recipient(due);
      case ACCOUNT -> account(due);
      case EGRESS -> {
        Passage.Egress egress = account == null ? null : account.egress();
        yield egress == null ? account(due) : new Slowed(SlowScope.EGRESS, egress.name());
      }
      case PROVIDER ->
          account == null || account.sandbox() ? account(due) : provider(due.channel().value());
    };
  }

  /** All that can slow a delivery. */
  static List<Slowed> all(DueDelivery due, PacedAccount account) {
    List<Slowed> all = new ArrayList<>(of(account));
    all.add(recipient(due));
    return all;
  }

  /** All that can slow an account. */
  static List<Slowed> of(PacedAccount account) {
    List<Slowed> all = new ArrayList<>();
    all.add(new Slowed(SlowScope.ACCOUNT, account.id().toString()));
    Passage.Egress egress = account.egress();
    if (egress != null) {
      all.add(new Slowed(SlowScope.EGRESS, egress.name()));
    }
    if (!account.sandbox()) {
      all.add(provider(account.channel().value()));
    }
    return all;
  }

  private static Slowed recipient(DueDelivery due) {
    return new Slowed(SlowScope.RECIPIENT, due.channel() + "/" + due.recipient());
  }

  private static Slowed account(DueDelivery due) {
    return new Slowed(SlowScope.ACCOUNT, due.account().toString());
  }

  private static Slowed provider(String channel) {
    return new Slowed(SlowScope.PROVIDER, "provider:" + channel);
  }
}
