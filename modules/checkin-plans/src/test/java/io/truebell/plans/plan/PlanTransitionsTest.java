package io.truebell.plans.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.Reason;
import io.truebell.plans.PlanHouse;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;

/** The table of moves, in code and in the database. */
@Tag("PLAN-1")
class PlanTransitionsTest {
  private static PlanHouse house;
  private static int plans;

  @BeforeAll
  static void open() {
    house = PlanHouse.open();
    house.person("ann");
  }

  private static UUID plan() {
    String key = "p" + plans++;
    new TestPlans(house).put("ann", key);
    return house.within(
        () ->
            house
                .jdbc
                .sql("SELECT id FROM plan WHERE key = :key")
                .param("key", key)
                .query(UUID.class)
                .single());
  }

  @Test
  void theDatabaseAllowsExactlyTheMovesOfTheTable() {
    Set<String> allowed =
        PlanTransitions.inOrder().stream()
            .filter(m -> m.from() != null)
            .map(m -> m.from() + ">" + m.to())
            .collect(Collectors.toSet());
    Set<String> possible = new HashSet<>();
    for (PlanState from : PlanState.values()) {
      for (PlanState to : PlanState.values()) {
        if (databaseAllows(from, to)) {
          possible.add(from + ">" + to);
        }
      }
    }
    assertThat(possible).isEqualTo(allowed).hasSizeLessThan(25);
  }

  @Test
  void codeAllowsExactlyTheMovesOfTheTable() {
    for (PlanState from : PlanState.values()) {
      for (PlanState to : PlanState.values()) {
        for (PlanCause cause : PlanCause.values()) {
          boolean listed =
              PlanTransitions.inOrder().contains(new PlanTransitions.Move(from, to, cause));
          if (listed) {
            assertThat(move(from, to, cause).to()).isEqualTo(to);
          } else {
            assertThatThrownBy(() -> move(from, to, cause))
                .as(from + " to " + to + " by " + cause)
                .isInstanceOf(IllegalArgumentException.class);
          }
        }
      }
    }
  }

  private static PlanMove move(PlanState from, PlanState to, PlanCause cause) {
    Plan plan = house.within(() -> house.bean(Plans.class).find(anyPlan()));
    Plan there =
        new Plan(
            plan.id(),
            plan.recipient(),
            plan.key(),
            plan.wish(),
            from,
            plan.reason(),
            plan.entry(),
            null,
            null,
            false,
            null,
            plan.createdAt(),
            plan.updatedAt());
    return new PlanMove(
        there,
        to,
        cause,
        Reason.of("any_reason"),
        to == PlanState.SCHEDULED ? house.clock.instant() : null,
        null);
  }

  private static UUID any;

  private static UUID anyPlan() {
    if (any == null) {
      any = plan();
    }
    return any;
  }

  /** Puts a plan into a state behind the triggers' back, then tries the move with them. */
  private static boolean databaseAllows(PlanState from, PlanState to) {
    UUID id = plan();
    house
        .shared
        .sql(
            "BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path = "
                + house.tenant.schema()
                + "; UPDATE plan SET state = '"
                + from.word()
                + "', next_at = "
                + (from == PlanState.SCHEDULED ? "now()" : "NULL")
                + ", reminder_id = id WHERE id = '"
                + id
                + "'; COMMIT")
        .update();
    try {
      house.within(
          () ->
              house
                  .jdbc
                  .sql(
                      """
                      WITH h AS (
                        INSERT INTO plan_history (plan_id, seq, at, from_state, to_state, cause, reason, numbers, actor)
                        VALUES (:id, 2, now(), :from, :to, 'test', 'test', '{}', 'test')
                      )
                      UPDATE plan SET state = :to, history_seq = 2,
                        next_at = CASE WHEN :to = 'scheduled' THEN now() END
                      WHERE id = :id
                      """)
                  .param("id", id)
                  .param("from", from.word())
                  .param("to", to.word())
                  .update());
      return true;
    } catch (DataIntegrityViolationException e) {
      assertThat(e).hasMessageContaining("cannot move from " + from.word() + " to " + to.word());
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "state = 'scheduled', next_at = now()",
        "state = 'scheduled', next_at = now(), history_seq = 2",
        "history_seq = 2",
        "reason = ''"
      })
  void aStateWithoutItsReasonInTheHistoryCannotBeStored(String change) {
    UUID id = plan();
    assertThatThrownBy(
            () ->
                house.within(
                    () ->
                        house
                            .jdbc
                            .sql("UPDATE plan SET " + change + " WHERE id = :id")
                            .param("id", id)
                            .update()))
        .isInstanceOf(DataAccessException.class);
  }

  @Test
  void anEntryOfTheHistoryIsNeverChangedAndTheOneThatIsNeededStays() {
    UUID id = plan();
    assertThatThrownBy(
            () -> sql("UPDATE plan_history SET reason = 'other' WHERE plan_id = :id", id))
        .hasMessageContaining("never changed");
    assertThatThrownBy(() -> sql("DELETE FROM plan_history WHERE plan_id = :id", id))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  @Test
  void aPlanCannotBeBornInAnyOtherState() {
    UUID id = plan();
    assertThatThrownBy(
            () ->
                sql(
                    """
                    INSERT INTO plan (id, recipient_id, key, type, channel, payload, interval_minutes, wake, sleep,
                      daily_goal, state, reason, numbers, history_seq, next_at, created_at, updated_at)
                    SELECT gen_random_uuid(), recipient_id, key || 'x', type, channel, payload, interval_minutes, wake,
                      sleep, daily_goal, 'scheduled', reason, numbers, 1, now(), created_at, updated_at
                    FROM plan WHERE id = :id
                    """,
                    id))
        .hasMessageContaining("cannot begin as scheduled");
  }

  private static int sql(String statement, UUID id) {
    return house.within(() -> house.jdbc.sql(statement).param("id", id).update());
  }
}
