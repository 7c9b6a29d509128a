package io.truebell.plans.plan;

import io.truebell.core.spi.Grants.Registered;
import java.util.Locale;

/** What became of an authorisation that came with something else. */
public enum GrantResult {
  /** One more is available. */
  GRANTED,
  /** It was known already. */
  REPEATED,
  /** The person refused. */
  REFUSED,
  /** It gives nothing: banned or filtered. */
  NOTHING,
  /** The channel asks for none. */
  NOT_NEEDED,
  /** Nobody keeps them. */
  NO_LEDGER,
  /** Something is wrong with it. */
  INVALID,
  /** It could not be looked at now, and will be. */
  PENDING;

  /** As in the API. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  static GrantResult of(Registered registered) {
    return switch (registered) {
      case GRANTED -> GRANTED;
      case REPEATED -> REPEATED;
      case REFUSED -> REFUSED;
      case NOTHING -> NOTHING;
    };
  }
}
