package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.Cause;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.message.Transitions;
import io.truebell.core.message.Transitions.Move;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.Receipts;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.explain.TestExplain;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.intake.TestIntake.Posted;
import io.truebell.dispatch.moves.Moves;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The table of moves, in code and in the database, and every one of them really made. */
class TransitionsTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
  }

  @AfterEach
  void close() {
    spine.close();
  }

  @Test
  @Tag("TRUTH-4")
  void theDatabaseAllowsExactlyTheMovesOfTheTable() {
    Set<String> allowed =
        Transitions.all().stream()
            .filter(m -> m.from() != null)
            .map(m -> m.from() + ">" + m.to())
            .collect(Collectors.toSet());
    Set<String> possible = new HashSet<>();
    for (DeliveryState from : DeliveryState.values()) {
      for (DeliveryState to : DeliveryState.values()) {
        if (databaseAllows(from, to)) {
          possible.add(from + ">" + to);
        }
      }
    }
    assertThat(possible).isEqualTo(allowed);
  }

  /** Puts a delivery into a state behind the triggers' back, then tries the move with them. */
  private boolean databaseAllows(DeliveryState from, DeliveryState to) {
    String name = from + "-" + to;
    spine.reachable(name, name);
    spine.within(() -> spine.intake().post(Post.to(name)));
    UUID id = spine.delivery(name);
    boolean claimed = from == DeliveryState.CLAIMED;
    spine
        .shared
        .sql(
            "BEGIN; SET LOCAL session_replication_role = replica; SET LOCAL search_path = "
                + spine.tenant.schema()
                + "; UPDATE delivery SET state = '"
                + from
                + "', attempt = 1, digest_id = id"
                + (from == DeliveryState.INBOX_ONLY
                    ? ", account_id = NULL, channel = NULL, endpoint_id = NULL"
                    : "")
                + ", "
                + (claimed ? "lease_until = now(), lease_owner = 'x'" : "lease_until = NULL")
                + " WHERE id = '"
                + id
                + "'; COMMIT")
        .update();
    try {
      spine.within(
          () ->
              spine
                  .jdbc
                  .sql(
                      """
                      WITH t AS (
                        INSERT INTO trace SELECT delivery_id, 2, at, from_state, :to, cause, reason, numbers,
                          source, policy, policy_version, attempt, actor FROM trace WHERE delivery_id = :id
                      )
                      UPDATE delivery SET state = :to, trace_seq = 2,
                        account_id = CASE WHEN :to = 'INBOX_ONLY' THEN NULL ELSE account_id END,
                        channel = CASE WHEN :to = 'INBOX_ONLY' THEN NULL ELSE channel END,
                        endpoint_id = CASE WHEN :to = 'INBOX_ONLY' THEN NULL ELSE endpoint_id END,
                        lease_until = CASE WHEN :to = 'CLAIMED' THEN now() END,
                        lease_owner = CASE WHEN :to = 'CLAIMED' THEN 'x' END
                      WHERE id = :id
                      """)
                  .param("id", id)
                  .param("to", to.name())
                  .update());
      return true;
    } catch (org.springframework.dao.DataIntegrityViolationException e) {
      assertThat(e).hasMessageContaining("cannot move from " + from + " to " + to);
      return false;
    }
  }

  @Test
  @Tag("TRUTH-4")
  void aStateWithoutATraceEntryCannotBeStored() {
    spine.reachable("ann", "a");
    spine.within(() -> spine.intake().post(Post.to("ann")));

    for (String change :
        List.of(
            "state = 'CANCELLED'",
            "state = 'CANCELLED', trace_seq = 2",
            "state = 'CANCELLED', trace_seq = 1",
            "trace_seq = 2",
            "reason = ''")) {
      assertThatThrownBy(
              () -> spine.within(() -> spine.jdbc.sql("UPDATE delivery SET " + change).update()))
          .as(change)
          .isInstanceOf(org.springframework.dao.DataAccessException.class);
    }
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
  }

  @Test
  @Tag("TRUTH-4")
  void aDeliveryCannotBeBornInAnyOtherState() {
    spine.reachable("ann", "a");
    spine.within(() -> spine.intake().post(Post.to("ann")));
    assertThatThrownBy(
            () ->
                spine.within(
                    () ->
                        spine
                            .jdbc
                            .sql(
                                """
                                INSERT INTO delivery (id, message_id, notification_id, recipient_id, channel, account_id,
                                  endpoint_id, type, category, subject, urgent, sandbox, state, reason, trace_seq,
                                  not_before, idempotency_key, created_at, updated_at)
                                SELECT gen_random_uuid(), message_id, notification_id, recipient_id, channel, account_id,
                                  gen_random_uuid(), type, category, subject, urgent, sandbox, 'DELIVERED', reason, 1,
                                  not_before, idempotency_key, created_at, updated_at FROM delivery
                                """)
                            .update()))
        .hasMessageContaining("cannot begin as DELIVERED");
  }

  @Test
  void codeRefusesAMoveThatTheTableLacks() {
    assertThatThrownBy(
            () ->
                new Moves.Move(
                    new UUID(0, 1),
                    1,
                    DeliveryState.DELIVERED,
                    DeliveryState.QUEUED,
                    Cause.ANSWER,
                    Reason.of("any_reason"),
                    "test",
                    Moves.SPINE,
                    Moves.Effect.NONE))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @Tag("TRUTH-4")
  void everyMoveOfTheTableIsMadeAndExplainedInBothLanguages() throws InterruptedException {
    List<String> people = makeEveryMove();

    Set<Move> made =
        spine.within(
            () ->
                Set.copyOf(
                    spine
                        .jdbc
                        .sql("SELECT DISTINCT from_state, to_state, cause FROM trace")
                        .query(
                            (row, n) -> {
                              String from = row.getString(1);
                              return new Move(
                                  from == null ? null : DeliveryState.valueOf(from),
                                  DeliveryState.valueOf(row.getString(2)),
                                  Cause.valueOf(row.getString(3)));
                            })
                        .list()));
    assertThat(made).isEqualTo(Transitions.all());
    TestExplain explain = new TestExplain(spine.bean(Sentences.class));
    assertThat(people).hasSizeGreaterThan(15);
    spine.within(
        () -> {
          explain.assertEverySentenceIsWhole(spine.jdbc);
          return true;
        });
  }

  private List<String> makeEveryMove() throws InterruptedException {
    List<String> people = new ArrayList<>();
    List<Behaviour> answers =
        List.of(
            Behaviour.answer(200, "ok"),
            Behaviour.answer(200, "confirmed"),
            Behaviour.answer(400, "bad"),
            Behaviour.answer(401, "key"),
            Behaviour.answer(404, "gone"),
            Behaviour.answer(503, "down"),
            Behaviour.answer(500, "odd"),
            Behaviour.answer(429, "later"));
    for (int i = 0; i < answers.size(); i++) {
      people.add(send("answer" + i, "trip.changed", answers.get(i)));
    }
    spine.recipient("inbox");
    spine.within(() -> spine.intake().post(Post.to("inbox")));
    for (String gate : List.of("hold", "merge", "degrade", "suppress")) {
      people.add(send(gate, "gate." + gate, Behaviour.answer(200, "ok")));
    }
    endedByTheFirstGates(people);
    receipts(people);
    laterKnown(people);
    sweptAndLate(people);
    givenBack(people);
    return people;
  }

  private String send(String name, String type, Behaviour answer) {
    spine.reachable(name, name);
    spine.provider.always(answer);
    spine.within(() -> spine.intake().post(Post.to(name).type(type)));
    spine.run();
    return name;
  }

  private void endedByTheFirstGates(List<String> people) throws InterruptedException {
    Instant now = spine.clock.instant();
    for (String name : List.of("expires", "withdrawn", "removed", "dies")) {
      spine.reachable(name, name);
      people.add(name);
    }
    spine.within(
        () ->
            spine
                .intake()
                .post(
                    Post.to("expires")
                        .notBefore(now.plusSeconds(5))
                        .expiresAt(now.plusSeconds(9))));
    Posted withdrawn =
        spine.within(() -> spine.intake().post(Post.to("withdrawn").notBefore(now.plusSeconds(5))));
    spine.<Integer>within(() -> spine.intake().withdraw(withdrawn.id()));
    for (String name : List.of("removed", "dies")) {
      spine.within(() -> spine.intake().post(Post.to(name).notBefore(now.plusSeconds(5))));
    }
    endpoint("removed", "removed_at = now()");
    endpoint("dies", "status = 'dead'");
    spine.clock.tick(Duration.ofSeconds(10));
    spine.run();
  }

  private void endpoint(String recipient, String change) {
    spine.within(
        () ->
            spine
                .jdbc
                .sql(
                    "UPDATE endpoint SET "
                        + change
                        + " WHERE recipient_id = (SELECT id FROM recipient WHERE external_id = :r)")
                .param("r", recipient)
                .update());
  }

  private void receipts(List<String> people) {
    for (boolean delivered : new boolean[] {true, false}) {
      people.add(send("accepted" + delivered, "trip.changed", Behaviour.answer(200, "ok")));
      people.add(send("unknown" + delivered, "trip.changed", new Behaviour.Close()));
      for (String name : List.of("accepted" + delivered, "unknown" + delivered)) {
        DeliveryId delivery = new DeliveryId(spine.delivery(name));
        spine.within(
            () ->
                spine
                    .bean(Receipts.class)
                    .arrived(new ReceiptArrived(delivery, "r", delivered, "c", "t", "provider")));
      }
    }
  }

  private void laterKnown(List<String> people) {
    people.add(send("underway", "trip.changed", new Behaviour.Close()));
    told("underway", ReceiptNews.progress());
    people.add(send("waits", "trip.changed", Behaviour.answer(429, "later")));
    told("waits", ReceiptNews.delivered());
    people.add(send("silent", "trip.changed", Behaviour.answer(200, "ok")));
    spine.clock.tick(TestChannel.RECEIPT_WITHIN);
    spine.reconcile();
  }

  private void told(String name, ReceiptNews news) {
    ReceiptMatch match = new ReceiptMatch.ByDelivery(new DeliveryId(spine.delivery(name)));
    spine.within(
        () ->
            spine
                .bean(Receipts.class)
                .arrived(
                    new ReceiptArrived(null, match, "r", news, "c", "t", null, "provider", 1)));
  }

  private void sweptAndLate(List<String> people) throws InterruptedException {
    java.util.concurrent.CountDownLatch answer = new java.util.concurrent.CountDownLatch(1);
    spine.reachable("late", "late");
    people.add("late");
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              try {
                answer.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return Behaviour.answer(200, "ok");
            }));
    spine.within(() -> spine.intake().post(Post.to("late")));
    spine.visit();
    spine.clock.tick(Duration.ofMinutes(6));
    spine.visit();
    answer.countDown();
    spine.settle();
  }

  private void givenBack(List<String> people) {
    spine.reachable("back", "back");
    people.add("back");
    spine.within(() -> spine.intake().post(Post.to("back")));
    spine.gate.onExamine(() -> spine.clock.tick(Duration.ofMinutes(4).plusSeconds(58)));
    spine.visit();
    spine.settle();
    spine.gate.onExamine(() -> {});
  }
}
