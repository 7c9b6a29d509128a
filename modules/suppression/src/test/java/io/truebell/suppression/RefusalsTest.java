package io.truebell.suppression;

import static io.truebell.suppression.SuppressionBed.ACCOUNT;
import static io.truebell.suppression.SuppressionBed.FREE;
import static io.truebell.suppression.SuppressionBed.NEEDY;
import static io.truebell.suppression.SuppressionBed.SANDBOX;
import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.Policy;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalsTest {
  private static SuppressionBed bed;
  private static int people;
  private String ann;

  @BeforeAll
  static void open() {
    bed = new SuppressionBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  @BeforeEach
  void somebodyNew() {
    ann = "ann-" + ++people;
    bed.people.id(ann);
    bed.clock.tick(Duration.ofMinutes(1));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Tag("TRUTH-3")
  @Tag("STOP-1")
  @Tag("STOP-2")
  @Tag("STOP-3")
  void aReceiptOfRefusalStopsTheNextClaimOnThatChannel(boolean rehearsal) {
    Instant claimedAt = bed.clock.instant();
    DueDelivery refused = bed.claimed(ann, FREE);
    DueDelivery waiting = bed.due(ann, FREE);
    assertThat(bed.examine(waiting, rehearsal)).isNull();

    bed.receipt(refused, "r1", Proof.PERSON_REFUSED);

    assertThat(bed.examine(waiting, rehearsal))
        .isInstanceOfSatisfying(
            Verdict.Stop.class,
            stop -> {
              assertThat(stop.state()).isEqualTo(DeliveryState.SUPPRESSED);
              assertThat(stop.policy()).isEqualTo(new Policy("suppression", 1));
              assertThat(stop.reason().code()).isEqualTo("person_refused");
              assertThat(stop.reason().with())
                  .isEqualTo(Map.of("channel", "free", "since", claimedAt.toString()));
            });
    assertThat(bed.banned(ann, NEEDY)).isFalse();
    assertThat(bed.banned("somebody else", FREE)).isFalse();
    assertThat(bed.list(ann))
        .singleElement()
        .satisfies(
            ban -> {
              assertThat(ban.setBy()).isEqualTo("person");
              assertThat(ban.source()).isEqualTo("receipt");
              assertThat(ban.evidence()).isEqualTo("r1 user_refused: said no");
              assertThat(ban.deliveryId()).isEqualTo(refused.id().value());
              assertThat(ban.since()).isEqualTo(claimedAt);
              assertThat(ban.stands()).isTrue();
            });
  }

  @Test
  @Tag("STOP-1")
  @Tag("STOP-3")
  void anAnswerOfRefusalDoesTheSame() {
    DueDelivery refused = bed.claimed(ann, FREE);

    bed.answered(refused, Proof.PERSON_REFUSED);

    assertThat(bed.banned(ann, FREE)).isTrue();
    assertThat(bed.list(ann))
        .singleElement()
        .satisfies(
            ban -> {
              assertThat(ban.source()).isEqualTo("answer");
              assertThat(ban.evidence()).isEqualTo("48002: refused");
            });
  }

  @Test
  void whatProvesNothingAboutThePersonBansNobody() {
    DueDelivery due = bed.claimed(ann, FREE);
    bed.receipt(due, "r1");
    bed.receipt(due, "r2", Proof.ENDPOINT_DEAD);
    bed.answered(due);

    assertThat(bed.list(ann)).isEmpty();
  }

  @Test
  @Tag("TRUTH-3")
  void thatNoAuthorisationIsLeftIsARefusalOnlyWhereNoneIsNeeded() {
    bed.receipt(bed.claimed(ann, NEEDY), "r1", Proof.NO_AUTHORISATION);
    bed.answered(bed.claimed(ann, NEEDY), Proof.NO_AUTHORISATION);
    assertThat(bed.list(ann)).isEmpty();

    bed.answered(bed.claimed(ann, FREE), Proof.NO_AUTHORISATION);
    assertThat(bed.banned(ann, FREE)).isTrue();
  }

  @Test
  @Tag("TRUTH-3")
  void fiftyOrdersOfReceiptsAnswersAndAConsentEndTheSame() {
    Random random = new Random(7);
    for (int round = 0; round < 50; round++) {
      somebodyNew();
      Instant oldClaim = bed.clock.instant();
      DueDelivery old = bed.claimed(ann, NEEDY);
      Instant consent = bed.clock.instant();
      bed.clock.tick(Duration.ofSeconds(1));
      Instant youngClaim = bed.clock.instant();
      DueDelivery young = bed.claimed(ann, NEEDY);
      boolean refusedAgain = random.nextBoolean();
      List<Runnable> news = new ArrayList<>();
      news.add(() -> bed.receipt(old, "a", Proof.PERSON_REFUSED));
      news.add(() -> bed.receipt(old, "b", Proof.PERSON_REFUSED));
      news.add(() -> bed.answered(old, Proof.PERSON_REFUSED));
      news.add(() -> bed.reported(ACCOUNT, NEEDY, ann, "accept", consent));
      if (refusedAgain) {
        news.add(() -> bed.receipt(young, "c", Proof.PERSON_REFUSED));
        news.add(() -> bed.answered(young, Proof.PERSON_REFUSED));
      }
      Collections.shuffle(news, random);
      news.forEach(Runnable::run);

      assertThat(oldClaim).isBefore(consent);
      assertThat(bed.banned(ann, NEEDY)).as("round %s", round).isEqualTo(refusedAgain);
      List<SuppressionView> standing = standing();
      assertThat(standing).hasSize(refusedAgain ? 1 : 0);
      standing.forEach(ban -> assertThat(ban.since()).isEqualTo(youngClaim));
    }
  }

  @Test
  @Tag("TRUTH-3")
  void inParallelItIsOneBanAndAConsentAmongThemCounts() throws Exception {
    for (int round = 0; round < 10; round++) {
      somebodyNew();
      DueDelivery one = bed.claimed(ann, NEEDY);
      DueDelivery two = bed.claimed(ann, NEEDY);
      Instant later = bed.clock.instant();
      bed.clock.tick(Duration.ofSeconds(1));
      DueDelivery free = bed.claimed(ann, FREE);
      List<Callable<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String id = "r" + i;
        all.add(task(() -> bed.receipt(one, id, Proof.PERSON_REFUSED)));
        all.add(task(() -> bed.answered(two, Proof.PERSON_REFUSED)));
        all.add(task(() -> bed.receipt(free, id, Proof.PERSON_REFUSED)));
      }
      all.add(task(() -> bed.reported(ACCOUNT, NEEDY, ann, "accept", later)));
      Collections.shuffle(all, new Random(round));
      try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
        for (Future<Boolean> done : threads.invokeAll(all)) {
          assertThat(done.get()).isTrue();
        }
      }
      assertThat(standing()).extracting(SuppressionView::channel).containsExactly("free");
      assertThat(bed.banned(ann, NEEDY)).isFalse();
      assertThat(bed.banned(ann, FREE)).isTrue();
    }
  }

  @Test
  @Tag("STOP-3")
  void aConsentLiftsWhatThePersonSetAndAnOlderOneDoesNot() {
    Instant before = bed.clock.instant();
    bed.clock.tick(Duration.ofSeconds(1));
    DueDelivery refused = bed.claimed(ann, NEEDY);
    bed.receipt(refused, "r1", Proof.PERSON_REFUSED);

    bed.reported(ACCOUNT, NEEDY, ann, "accept", before);
    bed.reported(ACCOUNT, NEEDY, ann, "reject", bed.clock.instant());
    bed.granted(ann, FREE);
    assertThat(bed.banned(ann, NEEDY)).isTrue();

    bed.granted(ann, NEEDY);
    assertThat(bed.banned(ann, NEEDY)).isFalse();
    assertThat(bed.list(ann))
        .singleElement()
        .satisfies(
            ban -> {
              assertThat(ban.liftReason()).isEqualTo("person_consented");
              assertThat(ban.liftedAt()).isEqualTo(bed.clock.instant());
              assertThat(ban.stands()).isFalse();
            });
    bed.receipt(refused, "late", Proof.PERSON_REFUSED);
    assertThat(bed.banned(ann, NEEDY)).as("old news").isFalse();
    bed.clock.tick(Duration.ofSeconds(1));
    bed.receipt(bed.claimed(ann, NEEDY), "r2", Proof.PERSON_REFUSED);
    assertThat(bed.banned(ann, NEEDY)).as("refused again").isTrue();
  }

  @Test
  @Tag("STOP-3")
  void aSimulatedRefusalBansTheSimulatedAddressAloneAndASimulatedConsentLiftsNoMore() {
    EndpointId simulated = new EndpointId(new UUID(9, people));
    DueDelivery refused = bed.claimed(bed.due(ann, NEEDY, SANDBOX, simulated));
    bed.receipt(refused, "r1", Proof.PERSON_REFUSED);
    DueDelivery again = bed.due(ann, NEEDY, SANDBOX, simulated);
    assertThat(bed.examine(again, false)).isInstanceOf(Verdict.Stop.class);
    assertThat(bed.banned(ann, NEEDY)).as("the real address").isFalse();

    bed.receipt(bed.claimed(ann, NEEDY), "r2", Proof.PERSON_REFUSED);
    bed.reported(SANDBOX, NEEDY, ann, "accept", bed.clock.instant());

    assertThat(bed.banned(ann, NEEDY)).isTrue();
    assertThat(standing()).singleElement().satisfies(b -> assertThat(b.endpointId()).isNull());
  }

  private List<SuppressionView> standing() {
    return bed.list(ann).stream().filter(SuppressionView::stands).toList();
  }

  private static Callable<Boolean> task(Runnable work) {
    return Executors.callable(work, true);
  }
}
