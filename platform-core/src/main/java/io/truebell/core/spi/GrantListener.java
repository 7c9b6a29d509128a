package io.truebell.core.spi;

import io.truebell.core.spi.Grants.Purpose;

/** Joins in when a person's authorisations change, in the transaction that changes them. */
public interface GrantListener {
  /** One more is available. */
  void granted(Purpose purpose);

  /**
   * The person refused, or everything was voided.
   *
   * @param why a reason's code
   */
  void voided(Purpose purpose, String why);
}
