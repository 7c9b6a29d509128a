package io.truebell.plans.plan;

import io.truebell.core.message.Reason;
import io.truebell.core.spi.Grants.Balance;
import io.truebell.core.spi.Grants.Purpose;

/** How a plan's authorisations stand. */
public sealed interface Standing {
  /** The channel asks for none. */
  record NotNeeded() implements Standing {}

  /** Nobody keeps them. */
  record NoLedger() implements Standing {}

  /** Nothing that they could be given for is set up. */
  record NoTemplate() implements Standing {}

  /** Somebody counts them. */
  record Counted(Purpose purpose, Balance balance) implements Standing {}

  /** Whether a reminder could go out now. */
  default boolean usable() {
    return switch (this) {
      case NotNeeded _ -> true;
      case NoLedger _, NoTemplate _ -> false;
      case Counted counted -> !counted.balance().needsGrant();
    };
  }

  /** Whether it is worth asking the person for one more. */
  default boolean worthAsking() {
    return this instanceof Counted counted && counted.balance().worthAsking();
  }

  /** Why no reminder can go out. */
  default Reason lack(PlanWish wish) {
    Reason reason =
        switch (this) {
          case NotNeeded _ -> throw new IllegalStateException("nothing is missing");
          case NoLedger _ -> Reason.of(PlanReasons.NO_LEDGER);
          case NoTemplate _ -> Reason.of(PlanReasons.NO_TEMPLATE).with("type", wish.type());
          case Counted counted ->
              Reason.of(
                  counted.balance().refusedAt() == null
                      ? PlanReasons.NO_AUTHORISATION
                      : PlanReasons.REFUSED);
        };
    return reason.with("channel", wish.channel().value());
  }
}
