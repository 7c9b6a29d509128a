package io.truebell.dispatch.why;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Witness;
import io.truebell.dispatch.why.WitnessRows.Account;
import io.truebell.dispatch.why.WitnessRows.Address;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** What the dispatcher itself knows: the person, their addresses, the accounts, the decisions. */
@Component
class SpineWitness implements Witness {
  private final WitnessRows rows;

  SpineWitness(WitnessRows rows) {
    this.rows = rows;
  }

  @Override
  public List<Testimony> about(RecipientId recipient, Instant from, Instant to) {
    List<Testimony> told = new ArrayList<>();
    rows.made(recipient.value(), from, to)
        .ifPresent(at -> told.add(Testimony.of(at, Reason.of("recipient_made"))));
    List<Address> addresses = rows.addresses(recipient.value(), to);
    addresses(addresses, from, to, told);
    Set<String> channels = addresses.stream().map(Address::channel).collect(Collectors.toSet());
    accounts(rows.accounts(to), channels, from, to, told);
    rows.decisions(recipient.value(), from, to)
        .forEach(
            d ->
                told.add(
                    new Testimony(
                        d.at(),
                        "delivery_" + d.state(),
                        new Reason(d.reason(), d.numbers()),
                        null,
                        new DeliveryId(d.delivery()),
                        null)));
    return told;
  }

  private static void addresses(
      List<Address> addresses, Instant from, Instant to, List<Testimony> told) {
    boolean any = false;
    for (Address one : addresses) {
      any |= one.removedAt() == null || !one.removedAt().isBefore(from);
      if (within(one.createdAt(), from, to)) {
        told.add(Testimony.of(one.createdAt(), on("address_added", one.channel())));
      }
      if (one.removedAt() != null && within(one.removedAt(), from, to)) {
        told.add(Testimony.of(one.removedAt(), on("address_removed", one.channel())));
      } else if (one.dead() && within(one.updatedAt(), from, to)) {
        told.add(Testimony.of(one.updatedAt(), on("address_dead", one.channel())));
      }
    }
    if (!any) {
      told.add(Testimony.of(from, Reason.of("no_address_then")));
    }
  }

  /** Those of channels on which the person never had an address bore on nothing. */
  private static void accounts(
      List<Account> accounts,
      Set<String> channels,
      Instant from,
      Instant to,
      List<Testimony> told) {
    boolean any = false;
    for (Account one : accounts) {
      any |= one.removedAt() == null || !one.removedAt().isBefore(from);
      if (!channels.contains(one.channel())) {
        continue;
      }
      if (within(one.createdAt(), from, to)) {
        told.add(account(one.createdAt(), "account_added", one));
      }
      if (one.removedAt() != null && within(one.removedAt(), from, to)) {
        told.add(account(one.removedAt(), "account_taken_away", one));
      } else if (one.removedAt() == null && !one.enabled() && within(one.updatedAt(), from, to)) {
        told.add(account(one.updatedAt(), "account_off", one));
      }
    }
    if (!any) {
      told.add(Testimony.of(from, Reason.of("no_account_then")));
    }
  }

  private static Testimony account(Instant at, String what, Account one) {
    return Testimony.of(at, on(what, one.channel()).with("account", one.name()));
  }

  private static Reason on(String what, String channel) {
    return Reason.of(what).with("channel", channel);
  }

  private static boolean within(Instant at, Instant from, Instant to) {
    return !at.isBefore(from) && at.isBefore(to);
  }
}
