package io.truebell.admin.keys;

import io.truebell.admin.keys.KeyText.Kind;
import io.truebell.core.rest.Ids;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Operators' keys. */
@Service
public class OperatorKeys {
  private final OperatorKeyRows rows;
  private final Ids ids;
  private final Clock clock;

  OperatorKeys(OperatorKeyRows rows, Ids ids, Clock clock) {
    this.rows = rows;
    this.ids = ids;
    this.clock = clock;
  }

  /** Makes the platform's first key and returns its text; empty when there was one before. */
  public Optional<String> first() {
    KeyText key = KeyText.make(Kind.OPERATOR, new SecureRandom());
    return rows.insertFirst(ids.next(), key, clock.instant())
        ? Optional.of(key.reveal())
        : Optional.empty();
  }
}
