package io.truebell.ledger.quotas;

import io.truebell.core.message.ChannelKey;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What of each quota is used up and what is reserved, as of one instant. */
@Component
class UsedRows {
  // One statement, since an outcome moves an amount from one to the other.
  private static final String USED =
      """
      SELECT 'messages' AS quota, coalesce(sum(metered), 0) AS used, 0 AS reserved FROM usage_day
      WHERE day >= :period AND day < :next
      UNION ALL
      SELECT 'paid_sends:' || channel, sum(paid), 0 FROM usage_day
      WHERE day >= :period AND day < :next GROUP BY channel
      UNION ALL
      SELECT 'api_calls', coalesce(sum(calls), 0), 0 FROM api_day WHERE day >= :period AND day < :next
      UNION ALL
      SELECT quota, 0, count(*) FROM quota_hold WHERE day >= :period AND day < :next GROUP BY quota
      """;

  private final JdbcClient jdbc;
  private final AtCommit atCommit;

  UsedRows(JdbcClient jdbc, AtCommit atCommit) {
    this.jdbc = jdbc;
    this.atCommit = atCommit;
  }

  /** Amounts of one quota in one month. */
  record Used(long used, long reserved) {
    static final Used NOTHING = new Used(0, 0);

    long together() {
      return used + reserved;
    }

    private Used and(Used other) {
      return new Used(used + other.used, reserved + other.reserved);
    }
  }

  /** As this transaction sees it, with what it has still to add. */
  Map<Quota, Used> in(LocalDate period) {
    Map<Quota, Used> found = new HashMap<>();
    for (DayCounts counts : atCommit.pending()) {
      if (Quota.period(counts.day()).equals(period)) {
        Quota paid = Quota.paidSends(new ChannelKey(counts.channel()));
        found.merge(Quota.MESSAGES, new Used(counts.metered(), 0), Used::and);
        found.merge(paid, new Used(counts.paid(), 0), Used::and);
      }
    }
    jdbc.sql(USED)
        .param("period", period)
        .param("next", period.plusMonths(1))
        .query(
            row -> {
              found.merge(
                  new Quota(row.getString("quota")),
                  new Used(row.getLong("used"), row.getLong("reserved")),
                  Used::and);
            });
    return found;
  }
}
