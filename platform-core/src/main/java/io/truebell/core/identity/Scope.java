package io.truebell.core.identity;

import java.util.Locale;

/** What an API key may do. */
public enum Scope {
  NOTIFICATIONS_WRITE,
  NOTIFICATIONS_READ,
  INBOX,
  RECIPIENTS,
  CHANNELS,
  GRANTS,
  PLANS,
  POLICIES,
  KEYS,
  /** Everything that an operator of the platform does; never given to a tenant's key. */
  OPERATOR;

  /** The name in the API, e.g. {@code notifications:write}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT).replace('_', ':');
  }

  /** The authority that a secured endpoint asks for, e.g. {@code SCOPE_notifications:write}. */
  public String authority() {
    return "SCOPE_" + wireName();
  }
}
