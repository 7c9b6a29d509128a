package io.truebell.dispatch.fanout;

import io.truebell.dispatch.explain.FanOutView.LineProblem;
import io.truebell.dispatch.moves.Columns;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The state of each streamed list of recipients, and what its release walks over. */
@Component
class FanOutRows {
  private static final String BEGIN =
      """
      INSERT INTO fanout (notification_id, state, held, begun_at, updated_at)
      VALUES (:id, 'receiving', :held, :now::timestamptz, :now::timestamptz)
      """;

  // Whoever adds recipients, closes the list or withdraws the notification waits here for the
  // others: chunks of one list are taken one after the other.
  private static final String LOCK =
      """
      SELECT state, held, next_line, accepted, duplicates, problems FROM fanout
      WHERE notification_id = :id FOR UPDATE
      """;

  private static final String EXISTS =
      """
      SELECT EXISTS (SELECT 1 FROM notification WHERE id = :id)
      """;

  private static final String ADVANCE =
      """
      UPDATE fanout SET next_line = :next_line, accepted = :accepted, duplicates = :duplicates,
                        problems = :problems, updated_at = :now::timestamptz
      WHERE notification_id = :id
      """;

  private static final String PROBLEMS =
      """
      INSERT INTO fanout_problem (notification_id, line, recipient, code)
      SELECT :id, line, recipient, code
      FROM unnest(:line::bigint[], :recipient::text[], :code::text[]) AS x(line, recipient, code)
      """;

  private static final String CURED =
      """
      DELETE FROM fanout_problem WHERE notification_id = :id AND line = ANY (:lines::bigint[])
      """;

  private static final String STATE =
      """
      UPDATE fanout SET state = :state, updated_at = :now::timestamptz,
                        completed_at = CASE WHEN :state = 'receiving' THEN NULL
                                            ELSE coalesce(completed_at, :now::timestamptz) END
      WHERE notification_id = :id
      """;

  private static final String HELD =
      """
      SELECT id, attempt FROM delivery
      WHERE notification_id = :id AND state = 'QUEUED' AND not_before = :held::timestamptz AND id > :after
      ORDER BY id LIMIT :most FOR UPDATE
      """;

  private final JdbcClient jdbc;

  FanOutRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Where a list stands.
   *
   * @param nextLine counted from 0
   */
  record Standing(
      String state, boolean held, long nextLine, int accepted, int duplicates, int problems) {}

  record Waiting(UUID delivery, int attempt) {}

  void begin(UUID notification, boolean held, Instant now) {
    jdbc.sql(BEGIN)
        .param("id", notification)
        .param("held", held)
        .param("now", now.toString())
        .update();
  }

  Optional<Standing> lock(UUID notification) {
    return jdbc.sql(LOCK)
        .param("id", notification)
        .query(
            (row, n) ->
                new Standing(
                    row.getString("state"),
                    row.getBoolean("held"),
                    row.getLong("next_line"),
                    row.getInt("accepted"),
                    row.getInt("duplicates"),
                    row.getInt("problems")))
        .optional();
  }

  boolean notificationExists(UUID id) {
    return jdbc.sql(EXISTS).param("id", id).query(Boolean.class).single();
  }

  void advance(UUID notification, Standing to, Instant now) {
    jdbc.sql(ADVANCE)
        .param("id", notification)
        .param("next_line", to.nextLine())
        .param("accepted", to.accepted())
        .param("duplicates", to.duplicates())
        .param("problems", to.problems())
        .param("now", now.toString())
        .update();
  }

  void addProblems(UUID notification, List<LineProblem> problems) {
    Columns<LineProblem> columns =
        new Columns<>(problems)
            .with("line", LineProblem::line)
            .with("recipient", LineProblem::recipient)
            .with("code", LineProblem::code);
    jdbc.sql(PROBLEMS).params(columns.parameters()).param("id", notification).update();
  }

  /** How many of these lines had been a problem. */
  int cure(UUID notification, List<Long> lines) {
    return jdbc.sql(CURED).param("id", notification).param("lines", Columns.of(lines)).update();
  }

  void state(UUID notification, String state, Instant now) {
    jdbc.sql(STATE)
        .param("id", notification)
        .param("state", state)
        .param("now", now.toString())
        .update();
  }

  /** Locks the next ones that wait for the list to be complete. */
  List<Waiting> held(UUID notification, Instant held, UUID after, int most) {
    return jdbc.sql(HELD)
        .param("id", notification)
        .param("held", held.toString())
        .param("after", after)
        .param("most", most)
        .query((row, n) -> new Waiting(row.getObject("id", UUID.class), row.getInt("attempt")))
        .list();
  }
}
