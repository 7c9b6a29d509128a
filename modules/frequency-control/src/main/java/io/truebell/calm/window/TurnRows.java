package io.truebell.calm.window;

import io.truebell.core.message.RecipientId;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Claims that look at the same person's limits take turns, to the end of their transactions: each
 * counts what the one before it let through, and only one opens a digest.
 */
@Component
class TurnRows {
  /** "calm" in ASCII; apart from the keys that anybody else locks. */
  private static final int ROOM = 0x63616c6d;

  // In ascending order and all at once: two claims cannot wait for each other in a circle.
  private static final String TAKE =
      """
      SELECT pg_advisory_xact_lock(:room::int, k.person) FROM unnest(:people::int[]) AS k(person)
      """;

  private final JdbcClient jdbc;

  TurnRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Waits for its turn with all of them. Once in a transaction, and before other locks. */
  void take(Collection<RecipientId> people) {
    if (people.isEmpty()) {
      return;
    }
    List<Integer> keys =
        people.stream().map(p -> p.value().hashCode()).sorted().distinct().toList();
    jdbc.sql(TAKE)
        .param("room", ROOM)
        .param("people", Columns.of(keys))
        .query(
            row -> {
              // the turn is taken; there is nothing to read
            });
  }
}
