package io.truebell.dispatch.accounts;

import io.truebell.core.rest.ApiProblem;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Decides which account an address is meant for. */
@Component
public final class ChooseAccount {
  /**
   * What an address is meant for.
   *
   * @param account the only account that may use it; null for every account of the channel that is
   *     no sandbox
   * @param sandbox whether the address is one of the simulator's
   */
  public record Choice(@Nullable UUID account, boolean sandbox) {}

  private final Accounts accounts;

  ChooseAccount(Accounts accounts) {
    this.accounts = accounts;
  }

  /**
   * Chooses by name, or without one: the channel at large, unless all its accounts are sandboxes. A
   * sandbox address is always bound to its account, so that it never reaches a real provider, nor a
   * real address a simulator.
   *
   * @param channel key of a channel
   * @throws ApiProblem 422 when there is no such account, or when it must be named
   */
  public Choice choose(String channel, @Nullable String name) {
    List<ChannelAccount> all = accounts.ofChannel(channel);
    if (name != null) {
      return all.stream()
          .filter(account -> account.terms().name().equals(name))
          .findFirst()
          .map(account -> new Choice(account.id(), account.sandbox()))
          .orElseThrow(
              () ->
                  ApiProblem.invalid(
                      "account", "unknown_account", "is no account of this channel"));
    }
    boolean sandboxesOnly = !all.isEmpty() && all.stream().allMatch(ChannelAccount::sandbox);
    if (!sandboxesOnly) {
      return new Choice(null, false);
    }
    if (all.size() > 1) {
      throw ApiProblem.invalid(
          "account", "required", "is required: the channel has several sandbox accounts");
    }
    return new Choice(all.getFirst().id(), true);
  }
}
