package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;

/** Whatever becomes of the delivery that carries it, a digest loses nobody and repeats nothing. */
@Tag("CALM-2")
class DigestTest {
  private static WindowBed bed;
  private static int people;
  private String ann;

  @BeforeAll
  static void open() {
    bed = new WindowBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  @BeforeEach
  void somebodyNew() {
    ann = "ann-" + ++people;
    bed.earlier = d -> null;
    bed.later = d -> null;
    bed.tick(24 * 3600);
  }

  private Post news(String title) {
    return Post.to(ann).saying(title);
  }

  /** Three went out; the fourth carries a digest, the fifth and sixth are in it. */
  private List<DeliveryId> digestOfThree() {
    for (int i = 0; i < 3; i++) {
      DeliveryId id = bed.post(news("early"));
      assertThat(bed.claim().get(id)).isInstanceOf(Verdict.Pass.class);
      bed.accepted(id);
    }
    List<DeliveryId> ids = new ArrayList<>();
    for (String title : List.of("four", "five", "six")) {
      bed.tick(1);
      ids.add(bed.post(news(title)));
      assertThat(bed.claim()).containsOnlyKeys(ids.getLast());
    }
    return ids;
  }

  private void untilDue() {
    bed.tick(3600);
  }

  private String text(DeliveryId carrier) {
    return String.valueOf(
        Objects.requireNonNull(bed.said.get(carrier), "goes out as itself").get("text"));
  }

  private DeliveryId carrier() {
    return new DeliveryId(
        UUID.fromString(
            bed.one(
                "SELECT carrier::text FROM calm_digest WHERE recipient_id = '"
                    + bed.person(ann)
                    + "' ORDER BY opened_at DESC LIMIT 1")));
  }

  private String endReason() {
    return bed.one(
        "SELECT state || ' ' || coalesce(end_reason, '-') FROM calm_digest WHERE recipient_id = '"
            + bed.person(ann)
            + "'");
  }

  /** Case B1. */
  @Test
  void aDigestThatIsLookedAtAgainNeverJoinsItself() {
    List<DeliveryId> ids = digestOfThree();
    int rewound =
        bed.within(
            () ->
                bed.jdbc
                    .sql(
                        "WITH t AS (INSERT INTO trace SELECT id, trace_seq + 1, updated_at, state, state, 'HOLD',"
                            + " 'again', '{}', 'test', 'test', 1, 0, 'test' FROM delivery WHERE id = :id)"
                            + " UPDATE delivery SET not_before = created_at, trace_seq = trace_seq + 1 WHERE id = :id")
                    .param("id", ids.getFirst().value())
                    .update());
    assertThat(rewound).isEqualTo(1);

    Verdict again = bed.claim().get(ids.getFirst());
    assertThat(again)
        .isInstanceOfSatisfying(
            Verdict.Hold.class, hold -> assertThat(hold.reason().code()).isEqualTo("digest_waits"));
    assertThat(bed.digests(ann)).containsExactly("open 3 3599");
    untilDue();
    assertThat(bed.claim()).containsOnlyKeys(ids.getFirst());
    assertThat(text(ids.getFirst())).isEqualTo("four\nfive\nsix");
    assertThat(bed.calls(ann)).isEqualTo(4);
  }

  @Test
  void theSchemaItselfRefusesADigestThatJoinsItselfAndASecondOpenOne() {
    List<DeliveryId> ids = digestOfThree();
    assertThatThrownBy(
            () ->
                bed.within(
                    () ->
                        bed.jdbc
                            .sql("INSERT INTO calm_member VALUES (:id, :id, now())")
                            .param("id", ids.getFirst().value())
                            .update()))
        .isInstanceOf(DataIntegrityViolationException.class);
    assertThatThrownBy(
            () ->
                bed.within(
                    () ->
                        bed.jdbc
                            .sql(
                                "INSERT INTO calm_digest (id, carrier, recipient_id, account_id, subject,"
                                    + " policy_version, opened_at, due_at, state) SELECT :other, :other, recipient_id,"
                                    + " account_id, subject, 1, now(), now(), 'open' FROM calm_digest WHERE id = :id")
                            .param("id", ids.getFirst().value())
                            .param("other", ids.getLast().value())
                            .update()))
        .isInstanceOf(DataIntegrityViolationException.class);
  }

  @Test
  void givenBackOrTransientItStaysTheCarrierAndNewOnesCountOnTheirOwn() {
    List<DeliveryId> ids = digestOfThree();
    DeliveryId carrier = ids.getFirst();
    untilDue();
    for (var outcome : new Outcome[] {null, WindowBed.BUSY}) {
      assertThat(bed.claim().get(carrier)).isInstanceOf(Verdict.Pass.class);
      bed.settle(carrier, DeliveryState.QUEUED, outcome);
    }
    bed.later =
        d -> d.id().equals(carrier) ? WindowBed.held(bed.clock.instant().plusSeconds(60)) : null;
    for (int i = 0; i < 3; i++) {
      assertThat(bed.send(news("new"))).isInstanceOf(Verdict.Pass.class);
    }
    assertThat(bed.send(news("new"))).as("a digest of its own").isInstanceOf(Verdict.Hold.class);
    bed.later = d -> null;
    bed.tick(60);
    assertThat(bed.claim()).containsOnlyKeys(carrier);
    bed.accepted(carrier);
    assertThat(text(carrier)).isEqualTo("four\nfive\nsix");
    assertThat(bed.digests(ann)).containsExactly("sent 3 3599", "open 1 3600");
  }

  @Test
  void whatComesWhileADueDigestIsHeldElsewhereStillJoins() {
    List<DeliveryId> ids = digestOfThree();
    DeliveryId carrier = ids.getFirst();
    untilDue();
    bed.later = d -> WindowBed.held(bed.clock.instant().plusSeconds(60));
    assertThat(bed.claim().get(carrier)).isInstanceOf(Verdict.Hold.class);
    bed.later = d -> null;
    assertThat(bed.send(news("seven"))).isInstanceOf(Verdict.Merge.class);
    bed.tick(60);
    assertThat(bed.claim()).containsOnlyKeys(carrier);
    assertThat(text(carrier)).isEqualTo("four\nfive\nsix\nseven");
  }

  @Test
  void whatJoinsInTheVeryClaimThatTakesTheDigestIsInIt() {
    List<DeliveryId> ids = digestOfThree();
    untilDue();
    DeliveryId last = bed.post(news("seven"));
    Map<DeliveryId, Verdict> verdicts = bed.claim();
    assertThat(verdicts.get(ids.getFirst())).isInstanceOf(Verdict.Pass.class);
    assertThat(verdicts.get(last)).isInstanceOf(Verdict.Merge.class);
    assertThat(text(ids.getFirst())).isEqualTo("four\nfive\nsix\nseven");
  }

  @Test
  void aWithdrawnCarrierIsFollowedByTheOldestOfTheOthers() {
    List<DeliveryId> ids = digestOfThree();
    bed.withdraw(ids.getFirst());
    DeliveryId next = carrier();
    assertThat(ids).doesNotContain(next);
    assertThat(bed.digests(ann)).containsExactly("open 2 3599");
    assertThat(bed.send(news("seven")))
        .isInstanceOfSatisfying(
            Verdict.Merge.class,
            merge -> assertThat(merge.digest()).as("its id stays").isEqualTo(ids.getFirst()));
    bed.tellAgain(ids.getFirst(), DeliveryState.CANCELLED, null);

    untilDue();
    assertThat(bed.claim()).containsOnlyKeys(next);
    assertThat(text(next)).isEqualTo("five\nsix\nseven");
    bed.accepted(next);
    untilDue();
    assertThat(bed.claim()).isEmpty();
    assertThat(bed.calls(ann)).isEqualTo(4);
  }

  @Test
  void aCarrierThatComesTooLateIsFollowedToo() {
    for (int i = 0; i < 3; i++) {
      assertThat(bed.send(news("early"))).isInstanceOf(Verdict.Pass.class);
    }
    DeliveryId carrier = bed.post(news("four").until(bed.clock.instant().plusSeconds(1800)));
    DeliveryId member = bed.post(news("five"));
    DeliveryId shortLived = bed.post(news("six").until(bed.clock.instant().plusSeconds(1800)));
    assertThat(bed.claim()).hasSize(3);
    untilDue();
    assertThat(bed.claim()).containsOnlyKeys(carrier);
    assertThat(bed.state(carrier)).isEqualTo("EXPIRED");
    DeliveryId next = carrier();
    assertThat(bed.claim()).containsOnlyKeys(next);
    assertThat(bed.said).as("alone, it goes out as itself").doesNotContainKey(next);
    assertThat(bed.one("SELECT resend_of::text FROM delivery WHERE id = '" + next + "'"))
        .isEqualTo(member.toString());
    assertThat(bed.state(shortLived)).isEqualTo("MERGED");
  }

  @Test
  void whenEverybodyIsWithdrawnItEndsAndANewOneStartsAnew() {
    List<DeliveryId> ids = digestOfThree();
    bed.mark(ids.get(1));
    bed.mark(ids.get(2));
    bed.withdraw(ids.getFirst());
    assertThat(endReason()).isEqualTo("ended digest_empty");
    assertThat(bed.send(news("new"))).as("the window is full").isInstanceOf(Verdict.Hold.class);
    assertThat(bed.digests(ann)).containsExactly("ended 3 3599", "open 1 3597");
    untilDue();
    assertThat(bed.claim()).hasSize(1);
    assertThat(bed.calls(ann)).isEqualTo(4);
  }

  @Test
  void theNextIsWithdrawnAsWellUntilOneIsLeft() {
    List<DeliveryId> ids = digestOfThree();
    bed.withdraw(ids.getFirst());
    bed.withdraw(carrier());
    untilDue();
    DeliveryId last = carrier();
    assertThat(bed.claim()).containsOnlyKeys(last);
    assertThat(bed.said).doesNotContainKey(last);
    bed.accepted(last);
    assertThat(endReason()).isEqualTo("sent -");
  }

  @Test
  void aClaimedCarrierThatComesBackAndIsWithdrawnIsFollowed() {
    List<DeliveryId> ids = digestOfThree();
    untilDue();
    assertThat(bed.claim()).hasSize(1);
    bed.mark(ids.getFirst());
    bed.settle(ids.getFirst(), DeliveryState.QUEUED, WindowBed.BUSY);
    assertThat(bed.claim()).containsOnlyKeys(ids.getFirst());
    assertThat(bed.state(ids.getFirst())).isEqualTo("CANCELLED");
    DeliveryId next = carrier();
    assertThat(bed.claim()).containsOnlyKeys(next);
    assertThat(text(next)).isEqualTo("five\nsix");
  }

  @Test
  void aCarrierOfWhichACallMayHaveArrivedIsNotFollowed() {
    List<DeliveryId> ids = digestOfThree();
    untilDue();
    assertThat(bed.claim()).hasSize(1);
    bed.settle(ids.getFirst(), DeliveryState.QUEUED, WindowBed.UNKNOWN);
    bed.withdraw(ids.getFirst());
    assertThat(endReason()).isEqualTo("ended digest_carrier_in_doubt");
    assertThat(bed.claim()).isEmpty();
  }

  @Test
  void aSuppressedRejectedDegradedOrFailedCarrierTakesItsDigestAlong() {
    Map<String, String> endings =
        Map.of(
            "suppressed", "stopped_early",
            "refused at a gate", "stopped_early",
            "degraded", "over_budget",
            "rejected", "digest_carrier_rejected",
            "failed", "digest_carrier_failed");
    endings.forEach(
        (how, reason) -> {
          somebodyNew();
          DeliveryId carrier = digestOfThree().getFirst();
          untilDue();
          switch (how) {
            case "suppressed" -> bed.earlier = d -> WindowBed.stopped(DeliveryState.SUPPRESSED);
            case "refused at a gate" -> bed.later = d -> WindowBed.stopped(DeliveryState.REJECTED);
            case "degraded" -> bed.later = d -> WindowBed.degraded();
            default -> {}
          }
          assertThat(bed.claim()).containsOnlyKeys(carrier);
          if (how.equals("rejected") || how.equals("failed")) {
            bed.settle(
                carrier,
                how.equals("rejected") ? DeliveryState.REJECTED : DeliveryState.FAILED,
                new Outcome.Failed("1", ""));
          }
          assertThat(endReason()).as(how).isEqualTo("ended " + reason);
          bed.earlier = d -> null;
          bed.later = d -> null;
          assertThat(bed.send(news("new"))).as(how).isInstanceOf(Verdict.Pass.class);
        });
  }

  @Test
  void everyStepThatDiesBeforeItsCommitLeavesThingsAsTheyWere() {
    for (int i = 0; i < 3; i++) {
      DeliveryId id = bed.post(news("early"));
      assertThat(bed.claimInVain().get(id)).isInstanceOf(Verdict.Pass.class);
      assertThat(bed.claim().get(id)).isInstanceOf(Verdict.Pass.class);
      bed.accepted(id);
    }
    DeliveryId carrier = bed.post(news("four"));
    assertThat(bed.claimInVain().get(carrier)).isInstanceOf(Verdict.Hold.class);
    assertThat(bed.digests(ann)).isEmpty();
    assertThat(bed.claim().get(carrier)).isInstanceOf(Verdict.Hold.class);

    DeliveryId member = bed.post(news("five"));
    assertThat(bed.claimInVain().get(member)).isInstanceOf(Verdict.Merge.class);
    assertThat(bed.digests(ann)).containsExactly("open 1 3600");
    assertThat(bed.claim().get(member)).isInstanceOf(Verdict.Merge.class);

    bed.mark(carrier);
    assertThat(bed.inVain(() -> bed.withdrawn(carrier))).isTrue();
    assertThat(carrier()).isEqualTo(carrier);
    assertThat(bed.inTransaction(() -> bed.withdrawn(carrier))).isTrue();
    DeliveryId next = carrier();

    untilDue();
    assertThat(bed.claimInVain()).containsOnlyKeys(next);
    assertThat(endReason()).isEqualTo("open -");
    assertThat(bed.claim()).containsOnlyKeys(next);
    assertThat(endReason()).isEqualTo("sent -");
    assertThat(bed.calls(ann)).isEqualTo(4);
  }

  @Test
  void aDigestThatIsDueOutlivesALongSleep() {
    List<DeliveryId> ids = digestOfThree();
    Instant woken = bed.clock.instant().plus(Duration.ofDays(3));
    bed.tick(Duration.between(bed.clock.instant(), woken).toSeconds());
    assertThat(bed.claim()).containsOnlyKeys(ids.getFirst());
    assertThat(text(ids.getFirst())).isEqualTo("four\nfive\nsix");
  }
}
