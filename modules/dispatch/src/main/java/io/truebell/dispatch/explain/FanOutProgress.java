package io.truebell.dispatch.explain;

import io.truebell.dispatch.explain.FanOutView.LineProblem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads how far streamed lists of recipients have come. */
@Component
public class FanOutProgress {
  private static final String FAN_OUT =
      """
      SELECT notification_id, state, held, next_line, accepted, duplicates, problems, updated_at, completed_at
      FROM fanout WHERE notification_id = :id
      """;

  private static final String PROBLEMS =
      """
      SELECT line, recipient, code FROM fanout_problem WHERE notification_id = :id ORDER BY line LIMIT :most
      """;

  private final JdbcClient jdbc;

  FanOutProgress(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Empty for a notification that came with its recipients. */
  public Optional<FanOutView> find(UUID notification) {
    return jdbc.sql(FAN_OUT).param("id", notification).query((row, n) -> view(row)).optional();
  }

  private FanOutView view(ResultSet row) throws SQLException {
    UUID id = row.getObject("notification_id", UUID.class);
    Timestamp completed = row.getTimestamp("completed_at");
    int problems = row.getInt("problems");
    return new FanOutView(
        id,
        row.getString("state"),
        row.getBoolean("held"),
        row.getLong("next_line"),
        row.getInt("accepted"),
        row.getInt("duplicates"),
        problems,
        problems == 0 ? List.of() : firstProblems(id),
        row.getTimestamp("updated_at").toInstant(),
        completed == null ? null : completed.toInstant());
  }

  private List<LineProblem> firstProblems(UUID notification) {
    return jdbc.sql(PROBLEMS)
        .param("id", notification)
        .param("most", FanOutView.LISTED)
        .query(
            (row, n) ->
                new LineProblem(
                    row.getLong("line"), row.getString("recipient"), row.getString("code")))
        .list();
  }
}
