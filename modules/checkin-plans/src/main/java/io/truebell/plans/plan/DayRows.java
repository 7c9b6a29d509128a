package io.truebell.plans.plan;

import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code plan_day}: what a person did on one of their days. */
@Component
class DayRows {
  private static final String ADD =
      """
      INSERT INTO plan_day AS d (plan_id, day, count, goal, reached)
      VALUES (:plan, :day, :count, :goal, :count >= coalesce(:goal, :usual))
      ON CONFLICT (plan_id, day) DO UPDATE
      SET count = d.count + excluded.count, goal = coalesce(excluded.goal, d.goal),
          reached = d.count + excluded.count >= coalesce(excluded.goal, d.goal, :usual)
      """;

  private static final String FIND =
      "SELECT count, goal, reached FROM plan_day WHERE plan_id = :plan AND day = :day";

  private static final String JUDGE =
      """
      UPDATE plan_day SET reached = count >= coalesce(goal, :usual) WHERE plan_id = :plan AND day = :day
      """;

  // Days without a break have the same distance to their place in the row. Today may still be
  // reached.
  private static final String STREAK =
      """
      WITH reached AS (
        SELECT day, day + row_number() OVER (ORDER BY day DESC)::int AS run
        FROM plan_day WHERE plan_id = :plan AND reached AND day <= :today
      )
      SELECT count(*) FROM reached
      WHERE run = (SELECT run FROM reached WHERE day >= :today::date - 1 ORDER BY day DESC LIMIT 1)
      """;

  private final JdbcClient jdbc;

  DayRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * One day.
   *
   * @param goal null for the plan's
   */
  record Day(int count, @Nullable Integer goal, boolean reached) {}

  void add(UUID plan, LocalDate day, int count, @Nullable Integer goal, int usual) {
    jdbc.sql(ADD)
        .param("plan", plan)
        .param("day", day)
        .param("count", count)
        .param("goal", goal, java.sql.Types.INTEGER)
        .param("usual", usual)
        .update();
  }

  Optional<Day> find(UUID plan, LocalDate day) {
    return jdbc.sql(FIND)
        .param("plan", plan)
        .param("day", day)
        .query(
            (row, n) ->
                new Day(
                    row.getInt("count"),
                    row.getObject("goal", Integer.class),
                    row.getBoolean("reached")))
        .optional();
  }

  /** Looks again whether that day's goal is reached, now that the usual one is another. */
  void judge(UUID plan, LocalDate day, int usual) {
    jdbc.sql(JUDGE).param("plan", plan).param("day", day).param("usual", usual).update();
  }

  /** How many days in a row ended well, up to today or yesterday. */
  long streak(UUID plan, LocalDate today) {
    return jdbc.sql(STREAK).param("plan", plan).param("today", today).query(Long.class).single();
  }
}
