package io.truebell.ledger.grants;

import io.truebell.ledger.base.Columns;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Accounts counted from their rows; no counter is kept that could say something else. */
@Component
class BalanceRows {
  private static final String COUNT =
      """
      SELECT account_id,
             count(*) FILTER (WHERE state = 'available') AS available,
             count(*) FILTER (WHERE state = 'reserved') AS reserved,
             count(*) FILTER (WHERE state = 'consumed') AS consumed,
             count(*) FILTER (WHERE state = 'invalid') AS invalid,
             bool_or(kind = 'long_term' AND state = 'available') AS lasting
      FROM authorisation WHERE account_id = ANY (:accounts::uuid[]) GROUP BY account_id
      """;

  private final JdbcClient jdbc;

  BalanceRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** How many there are of each state. */
  record Counted(long available, long reserved, long consumed, long invalid, boolean lasting) {
    static final Counted NONE = new Counted(0, 0, 0, 0, false);
  }

  /** By account; those that are empty are left out. */
  Map<UUID, Counted> count(Collection<UUID> accounts) {
    Map<UUID, Counted> counted = new HashMap<>();
    jdbc.sql(COUNT)
        .param("accounts", Columns.of(List.copyOf(accounts), id -> id))
        .query(
            row -> {
              counted.put(
                  row.getObject("account_id", UUID.class),
                  new Counted(
                      row.getLong("available"),
                      row.getLong("reserved"),
                      row.getLong("consumed"),
                      row.getLong("invalid"),
                      row.getBoolean("lasting")));
            });
    return counted;
  }
}
