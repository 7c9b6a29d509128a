package io.truebell.ledger.quotas;

import io.truebell.ledger.quotas.UsageView.ApiDayView;
import io.truebell.ledger.quotas.UsageView.UsageDayView;
import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What was used, by day. */
@Component
class UsageRows {
  private static final String DAYS =
      """
      SELECT * FROM usage_day WHERE day >= :from AND day <= :to ORDER BY day DESC, channel
      """;

  private static final String API_DAYS =
      """
      SELECT * FROM api_day WHERE day >= :from AND day <= :to ORDER BY day DESC
      """;

  private final JdbcClient jdbc;

  UsageRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  List<UsageDayView> days(LocalDate from, LocalDate to) {
    return jdbc.sql(DAYS)
        .param("from", from)
        .param("to", to)
        .query(
            (row, n) ->
                new UsageDayView(
                    row.getObject("day", LocalDate.class),
                    row.getString("channel"),
                    row.getLong("accepted"),
                    row.getLong("unknown"),
                    row.getLong("rejected"),
                    row.getLong("failed"),
                    row.getLong("degraded"),
                    row.getLong("paid")))
        .list();
  }

  List<ApiDayView> apiDays(LocalDate from, LocalDate to) {
    return jdbc.sql(API_DAYS)
        .param("from", from)
        .param("to", to)
        .query(
            (row, n) -> new ApiDayView(row.getObject("day", LocalDate.class), row.getLong("calls")))
        .list();
  }
}
