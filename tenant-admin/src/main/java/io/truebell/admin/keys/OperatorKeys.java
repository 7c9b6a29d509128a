package io.truebell.admin.keys;

import io.truebell.admin.keys.KeyText.Kind;
import io.truebell.core.rest.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.stereotype.Service;

/** Operators' keys. */
@Service
public class OperatorKeys {
  private final OperatorKeyRows rows;
  private final Ids ids;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  OperatorKeys(OperatorKeyRows rows, Ids ids, Clock clock) {
    this.rows = rows;
    this.ids = ids;
    this.clock = clock;
  }

  /** Whether nobody could operate the platform. */
  public boolean none() {
    return !rows.any();
  }

  /**
   * Makes a key.
   *
   * @return its text, which is known nowhere afterwards
   */
  public String issue(String name) {
    KeyText key = KeyText.make(Kind.OPERATOR, random);
    rows.insert(ids.next(), key, name, clock.instant());
    return key.reveal();
  }
}
