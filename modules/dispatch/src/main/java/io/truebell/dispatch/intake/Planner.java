package io.truebell.dispatch.intake;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Reason;
import io.truebell.dispatch.routes.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Decides through which accounts and endpoints a message goes; pure, so that a dry run decides the
 * same.
 */
final class Planner {
  /** An account of the tenant, not removed. */
  record Account(
      UUID id,
      ChannelKey channel,
      String name,
      boolean enabled,
      boolean sandbox,
      boolean verifiedOnly,
      int policyVersion) {}

  /**
   * An endpoint of a recipient, not removed.
   *
   * @param account the only account that it belongs to; null for any of its channel
   */
  record Endpoint(UUID id, ChannelKey channel, @Nullable UUID account, String status) {}

  /** One way that a message goes. */
  record Way(Account account, Endpoint endpoint) {}

  /** A channel that was looked at and is not used. */
  record NotPlanned(ChannelKey channel, Reason reason) {}

  /** What is planned for one recipient. Without a way the message is inbox only. */
  record Plan(List<Way> ways, List<NotPlanned> notPlanned) {}

  private final List<Account> accounts;
  private final @Nullable List<ChannelKey> wanted;
  private final boolean onlyFirst;
  private final boolean sandboxAllowed;

  /**
   * @param accounts oldest first
   * @param wanted null for every channel, or for those of the route
   * @param route of the notification's type; null when it has none
   */
  Planner(
      List<Account> accounts,
      @Nullable List<ChannelKey> wanted,
      @Nullable Route route,
      boolean sandboxAllowed) {
    this.accounts = accounts;
    this.wanted = wanted == null && route != null ? route.channels() : wanted;
    this.onlyFirst = wanted == null && route != null && route.mode() == Route.Mode.FIRST;
    this.sandboxAllowed = sandboxAllowed;
  }

  Plan plan(List<Endpoint> endpoints) {
    List<Way> ways = new ArrayList<>();
    List<NotPlanned> notPlanned = new ArrayList<>();
    for (ChannelKey channel : channels()) {
      if (onlyFirst && !ways.isEmpty()) {
        notPlanned.add(new NotPlanned(channel, reason("kept_for_fallback", channel)));
        continue;
      }
      List<Endpoint> own =
          endpoints.stream()
              .filter(e -> e.channel().equals(channel))
              .sorted(Comparator.comparing(Endpoint::id))
              .toList();
      if (own.isEmpty()) {
        notPlanned.add(new NotPlanned(channel, reason("no_endpoint", channel)));
      }
      for (Endpoint endpoint : own) {
        choose(channel, endpoint, ways, notPlanned);
      }
    }
    return new Plan(List.copyOf(ways), List.copyOf(notPlanned));
  }

  private void choose(
      ChannelKey channel, Endpoint endpoint, List<Way> ways, List<NotPlanned> notPlanned) {
    Optional<Account> account = account(channel, endpoint);
    String why =
        account.isEmpty() ? "no_enabled_account" : refusal(account.orElseThrow(), endpoint);
    if (why == null) {
      ways.add(new Way(account.orElseThrow(), endpoint));
    } else {
      notPlanned.add(new NotPlanned(channel, reason(why, channel)));
    }
  }

  private @Nullable String refusal(Account account, Endpoint endpoint) {
    if (account.sandbox() && !sandboxAllowed) {
      return "sandbox_not_allowed";
    }
    if (endpoint.status().equals("dead")) {
      return "endpoint_dead";
    }
    return account.verifiedOnly() && !endpoint.status().equals("verified")
        ? "endpoint_unverified"
        : null;
  }

  /**
   * The endpoint's own account, or else the channel's oldest enabled one: never two for one
   * address.
   */
  private Optional<Account> account(ChannelKey channel, Endpoint endpoint) {
    return accounts.stream()
        .filter(a -> a.channel().equals(channel) && a.enabled())
        .filter(a -> endpoint.account() == null ? !a.sandbox() : a.id().equals(endpoint.account()))
        .findFirst();
  }

  private List<ChannelKey> channels() {
    return wanted == null ? accounts.stream().map(Account::channel).distinct().toList() : wanted;
  }

  private static Reason reason(String code, ChannelKey channel) {
    return new Reason(code, Map.of("channel", channel.value()));
  }
}
