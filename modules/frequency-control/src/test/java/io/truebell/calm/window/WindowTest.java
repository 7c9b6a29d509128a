package io.truebell.calm.window;

import static io.truebell.calm.window.WindowBed.BUILT_IN;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicy.TypeRules;
import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Three about one thing go out at once; what is more goes out together. */
@Tag("CALM-2")
class WindowTest {
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
    bed.policy = BUILT_IN;
    bed.earlier = d -> null;
    bed.later = d -> null;
    bed.tick(24 * 3600);
  }

  private static CalmPolicy policy(int version, Window window, Map<String, TypeRules> types) {
    return new CalmPolicy(version, window, Map.of(), null, Map.of(), types);
  }

  private Verdict send() {
    return bed.send(Post.to(ann));
  }

  private void threeAtOnce() {
    for (int i = 0; i < 3; i++) {
      assertThat(send()).isInstanceOf(Verdict.Pass.class);
    }
  }

  private static Instant until(Verdict verdict) {
    return ((Verdict.Hold) verdict).until();
  }

  @Test
  void theFourthWaitsAsADigestTheFifthJoinsItAndTheyGoOutOnce() {
    Instant begin = bed.clock.instant();
    for (int second : List.of(0, 10, 20)) {
      assertThat(send()).as("at " + second + " s").isInstanceOf(Verdict.Pass.class);
      bed.tick(10);
    }
    DeliveryId fourth = bed.post(Post.to(ann));
    Verdict opened = bed.claim().get(fourth);
    assertThat(bed.calls(ann)).as("no call").isEqualTo(3);
    assertThat(until(opened)).isEqualTo(begin.plusSeconds(3600));
    assertThat(((Verdict.Hold) opened).reason().code()).isEqualTo("digest_opened");
    assertThat(((Verdict.Hold) opened).reason().with()).containsEntry("count", 1);
    assertThat(bed.digests(ann)).containsExactly("open 1 3570");

    bed.tick(10);
    DeliveryId fifth = bed.post(Post.to(ann));
    Verdict.Merge joined = (Verdict.Merge) bed.claim().get(fifth);
    assertThat(joined.digest()).isEqualTo(fourth);
    assertThat(joined.reason().with()).containsEntry("count", 2);
    assertThat(joined.policy()).isEqualTo(new Policy("calm", 1));
    assertThat(bed.digests(ann)).containsExactly("open 2 3570");
    assertThat(bed.state(fifth)).isEqualTo("MERGED");

    bed.tick(3559);
    assertThat(bed.claim()).as("a second too early").isEmpty();
    bed.tick(1);
    assertThat(bed.claim()).containsOnlyKeys(fourth);
    bed.accepted(fourth);
    assertThat(bed.said.get(fourth)).containsEntry("title", "2 updates");
    assertThat(bed.digests(ann)).containsExactly("sent 2 3570");
    bed.tick(3600);
    assertThat(bed.claim()).isEmpty();
    assertThat(bed.calls(ann)).as("once").isEqualTo(4);
  }

  @Test
  void aWindowThatWasNotFullForAnHourStartsAnew() {
    threeAtOnce();
    bed.tick(3599);
    assertThat(send()).isInstanceOf(Verdict.Hold.class);
    bed.tick(1);
    Verdict due = bed.claim().values().iterator().next();
    assertThat(due).as("the digest itself").isInstanceOf(Verdict.Pass.class);
    for (int i = 0; i < 3; i++) {
      assertThat(send()).as("its sending is no instant").isInstanceOf(Verdict.Pass.class);
    }
    assertThat(send()).isInstanceOf(Verdict.Hold.class);
    assertThat(bed.digests(ann)).containsExactly("sent 1 1", "open 1 3600");
  }

  @Test
  void whatComesTogetherCountsInItsOrder() {
    List<DeliveryId> ids = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      ids.add(bed.post(Post.to(ann)));
    }
    Map<DeliveryId, Verdict> verdicts = bed.claim();
    assertThat(ids.subList(0, 3)).allMatch(id -> verdicts.get(id) instanceof Verdict.Pass);
    assertThat(verdicts.get(ids.get(3))).isInstanceOf(Verdict.Hold.class);
    assertThat(ids.subList(4, 6))
        .allMatch(
            id ->
                verdicts.get(id) instanceof Verdict.Merge merge
                    && merge.digest().equals(ids.get(3)));
    assertThat(bed.digests(ann)).containsExactly("open 3 3600");
  }

  /** Case D1. */
  @Test
  void subjectsPeopleAndAccountsHaveDigestsOfTheirOwn() {
    String bob = "bob-" + people;
    for (int i = 0; i < 5; i++) {
      for (Post post :
          List.of(
              Post.to(ann).about("abc"),
              Post.to(ann).about("def"),
              Post.to(bob).about("abc"),
              Post.to(ann).about("abc").through(2))) {
        Verdict verdict = bed.send(post);
        assertThat(verdict.getClass())
            .isEqualTo(
                switch (i) {
                  case 3 -> Verdict.Hold.class;
                  case 4 -> Verdict.Merge.class;
                  default -> Verdict.Pass.class;
                });
      }
    }
    assertThat(bed.digests(ann)).containsExactly("open 2 3600", "open 2 3600", "open 2 3600");
    assertThat(bed.digests(bob)).containsExactly("open 2 3600");
  }

  @Test
  void whatIsAboutNothingHasNoWindow() {
    for (int i = 0; i < 6; i++) {
      assertThat(bed.send(Post.to(ann).about(""))).isInstanceOf(Verdict.Pass.class);
    }
    assertThat(bed.count("SELECT count(*) FROM calm_sent WHERE subject = ''")).isZero();
  }

  /** Case D3. */
  @Test
  void urgentOnesGoAtOnceAndCount() {
    threeAtOnce();
    assertThat(send()).isInstanceOf(Verdict.Hold.class);
    bed.tick(60);
    assertThat(bed.send(Post.to(ann).nowOrNever())).isInstanceOf(Verdict.Pass.class);
    assertThat(send()).isInstanceOf(Verdict.Merge.class);
    assertThat(bed.digests(ann)).containsExactly("open 2 3600");

    bed.tick(3540);
    Map<DeliveryId, Verdict> due = bed.claim();
    assertThat(due).hasSize(1);
    assertThat(send()).isInstanceOf(Verdict.Pass.class);
    assertThat(send()).isInstanceOf(Verdict.Pass.class);
    assertThat(until(send()))
        .as("the urgent one is the oldest of the last three")
        .isEqualTo(bed.clock.instant().plusSeconds(60));
  }

  /** Case D4. */
  @Test
  void whatIsDelayedJoinsNothingBeforeItsTime() {
    threeAtOnce();
    DeliveryId delayed = bed.post(Post.to(ann).from(bed.clock.instant().plusSeconds(3660)));
    assertThat(send()).isInstanceOf(Verdict.Hold.class);
    bed.tick(3600);
    assertThat(bed.claim()).hasSize(1).doesNotContainKey(delayed);
    assertThat(bed.digests(ann)).containsExactly("sent 1 3600");
    bed.tick(60);
    assertThat(bed.claim().get(delayed)).isInstanceOf(Verdict.Pass.class);
  }

  /** Case D5. */
  @Test
  void anOpenDigestKeepsTheVersionThatItOpenedWith() {
    bed.policy = policy(7, new Window(3, Duration.ofHours(1)), Map.of());
    threeAtOnce();
    DeliveryId carrier = bed.post(Post.to(ann));
    Verdict opened = bed.claim().get(carrier);
    bed.policy = policy(8, new Window(1, Duration.ofMinutes(5)), Map.of());

    Verdict.Merge joined = (Verdict.Merge) send();
    assertThat(joined.policy()).isEqualTo(new Policy("calm", 7));
    bed.tick(600);
    assertThat(send()).as("its window would be over now").isInstanceOf(Verdict.Merge.class);
    bed.policy =
        policy(9, new Window(3, Duration.ofHours(1)), Map.of("trip.changed", new TypeRules(null)));
    assertThat(send()).as("a type without a window is always instant").isEqualTo(Verdict.PASS);
    bed.tick(3000);
    assertThat(until(opened)).isEqualTo(bed.clock.instant());
    assertThat(bed.claim().get(carrier)).isInstanceOf(Verdict.Pass.class);
    assertThat(bed.said.get(carrier)).containsEntry("title", "3 updates");
    assertThat(bed.one("SELECT policy_version::text FROM calm_digest WHERE id = '" + carrier + "'"))
        .isEqualTo("7");
  }

  @Test
  void aTypeMayHaveAWindowOfItsOwnOverTheSameInstants() {
    bed.policy =
        policy(
            2,
            new Window(3, Duration.ofHours(1)),
            Map.of("chat", new TypeRules(new Window(5, Duration.ofMinutes(1)))));
    threeAtOnce();
    assertThat(bed.send(Post.to(ann).ofType("chat"))).isInstanceOf(Verdict.Pass.class);
    assertThat(bed.send(Post.to(ann).ofType("chat"))).isInstanceOf(Verdict.Pass.class);
    Verdict sixth = bed.send(Post.to(ann).ofType("chat"));
    assertThat(until(sixth)).isEqualTo(bed.clock.instant().plusSeconds(60));
    assertThat(send()).as("one open digest for both types").isInstanceOf(Verdict.Merge.class);
  }

  @Test
  void aWindowOfNoneMakesEverythingADigest() {
    bed.policy = policy(2, new Window(0, Duration.ofMinutes(5)), Map.of());
    assertThat(until(send())).isEqualTo(bed.clock.instant().plusSeconds(300));
    assertThat(send()).isInstanceOf(Verdict.Merge.class);
  }

  @Test
  void whatProvablyReachedNobodyDoesNotCount() {
    for (var end :
        Map.of(
                DeliveryState.REJECTED,
                new Outcome.Failed("1", ""),
                DeliveryState.FAILED,
                new Outcome.Failed("1", ""),
                DeliveryState.QUEUED,
                WindowBed.BUSY)
            .entrySet()) {
      DeliveryId id = bed.post(Post.to(ann));
      assertThat(bed.claim().get(id)).as("%s", end).isInstanceOf(Verdict.Pass.class);
      bed.settle(id, end.getKey(), end.getValue());
      bed.tellAgain(id, end.getKey(), end.getValue());
      if (end.getKey() == DeliveryState.QUEUED) {
        bed.withdraw(id);
      }
    }
    threeAtOnce();
    assertThat(send()).isInstanceOf(Verdict.Hold.class);
  }

  @Test
  void whatRangOrMayHaveCounts() {
    DeliveryId swept = bed.post(Post.to(ann));
    assertThat(bed.claim()).hasSize(1);
    bed.settle(swept, DeliveryState.UNKNOWN, WindowBed.UNKNOWN);
    bed.accepted(swept);
    bed.tellAgain(swept, DeliveryState.ACCEPTED, null);

    DeliveryId asked = bed.post(Post.to(ann));
    assertThat(bed.claim()).hasSize(1);
    bed.settle(asked, DeliveryState.QUEUED, WindowBed.UNKNOWN);
    assertThat(bed.claim().get(asked)).as("asked again").isInstanceOf(Verdict.Pass.class);
    bed.settle(asked, DeliveryState.QUEUED, WindowBed.BUSY);
    bed.withdraw(asked);

    DeliveryId refused = bed.post(Post.to(ann));
    assertThat(bed.claim()).hasSize(1);
    bed.accepted(refused);
    bed.settle(refused, DeliveryState.UNDELIVERED, null);

    assertThat(send()).isInstanceOf(Verdict.Hold.class);
  }

  @Test
  void whoMadeOthersWaitKeepsItsPlaceWhileALaterGateHoldsIt() {
    List<DeliveryId> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(bed.post(Post.to(ann)));
    }
    Instant begin = bed.clock.instant();
    // one call each 10 s
    bed.later =
        d -> {
          Instant free = begin.plusSeconds(10L * ids.indexOf(d.id()));
          return bed.clock.instant().isBefore(free) ? WindowBed.held(free) : null;
        };
    for (int second : List.of(0, 10, 20)) {
      bed.claim();
      assertThat(bed.calls(ann)).as("after " + second + " s").isEqualTo(second / 10 + 1);
      bed.tick(10);
    }
    assertThat(bed.claim()).isEmpty();
    assertThat(bed.digests(ann)).containsExactly("open 2 3600");
    bed.tick(3570);
    assertThat(bed.claim()).containsOnlyKeys(ids.get(3));
    assertThat(bed.calls(ann)).isEqualTo(4);
  }

  @Test
  void aPlaceIsGivenUpByWhatEndsAtALaterGate() {
    List<DeliveryId> ids = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      ids.add(bed.post(Post.to(ann)));
    }
    bed.later = d -> ids.indexOf(d.id()) == 1 ? WindowBed.degraded() : null;
    assertThat(bed.claim()).hasSize(4);
    assertThat(
            bed.count(
                "SELECT count(*) FROM calm_sent WHERE recipient_id = '" + bed.person(ann) + "'"))
        .isEqualTo(2);
  }

  @Test
  void theBooksArePrunedWhereTheyCannotMatterAnyMore() {
    threeAtOnce();
    bed.tick(Duration.ofDays(8).toSeconds() - 1);
    String other = "other-" + ann;
    assertThat(bed.send(Post.to(other))).isInstanceOf(Verdict.Pass.class);
    String kept = "SELECT count(*) FROM calm_sent WHERE recipient_id = '" + bed.person(ann) + "'";
    assertThat(bed.count(kept)).isEqualTo(3);
    bed.tick(3601);
    assertThat(bed.send(Post.to(other))).isInstanceOf(Verdict.Pass.class);
    assertThat(bed.count(kept)).isZero();
    assertThat(
            bed.count(
                "SELECT count(*) FROM calm_sent WHERE recipient_id = '" + bed.person(other) + "'"))
        .isEqualTo(2);
  }
}
