package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.core.message.Category;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.spi.Verdict;
import io.truebell.testkit.TestClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A day has so many messages of a category, and a day is the recipient's. */
@Tag("CALM-3")
class DailyCapTest {
  private static final CalmPolicy TWO_AND_FOUR =
      new CalmPolicy(
          3,
          new CalmPolicy.Window(3, Duration.ofHours(1)),
          Map.of(Category.MARKETING, 2, Category.TRANSACTIONAL, 4),
          null,
          Map.of(),
          Map.of());

  private static WindowBed at(String instant) {
    WindowBed bed = new WindowBed(new TestClock(Instant.parse(instant)));
    bed.policy = TWO_AND_FOUR;
    return bed;
  }

  private static Post offer(String person) {
    return Post.to(person).about("").marketing();
  }

  private static Post notice(String person) {
    return Post.to(person).about("");
  }

  private static Verdict.Degrade capped(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Degrade.class);
    Verdict.Degrade degrade = (Verdict.Degrade) verdict;
    assertThat(degrade.reason().code()).isEqualTo("daily_cap");
    return degrade;
  }

  private static void passes(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Pass.class);
  }

  @Test
  void categoriesCountApartAndTheNumbersAreTold() {
    try (WindowBed bed = at("2026-11-30T08:00:00Z")) {
      bed.person("ann", "Asia/Shanghai", "zh");
      passes(bed.send(offer("ann")));
      passes(bed.send(offer("ann")));
      Verdict.Degrade degrade = capped(bed.send(offer("ann")));
      assertThat(degrade.policy()).isEqualTo(new Policy("calm", 3));
      assertThat(degrade.reason().with())
          .containsEntry("cap", 2)
          .containsEntry("counted", 2L)
          .containsEntry("zone", "Asia/Shanghai")
          .containsEntry("day", "2026-11-30")
          .containsEntry("category", "marketing")
          .containsEntry("resets_at", "2026-11-30T16:00:00Z");
      for (int i = 0; i < 4; i++) {
        passes(bed.send(notice("ann")));
      }
      assertThat(capped(bed.send(notice("ann"))).reason().with())
          .containsEntry("category", "transactional");
      passes(bed.send(offer("bob")));
    }
  }

  @Test
  void theDayIsTheRecipients() {
    // 16:00Z is midnight in Shanghai; Berlin is still in its afternoon
    try (WindowBed bed = at("2026-11-30T15:59:59Z")) {
      bed.person("shanghai", "Asia/Shanghai", "zh");
      bed.person("berlin", "Europe/Berlin", "de");
      for (String person : List.of("shanghai", "berlin")) {
        passes(bed.send(offer(person)));
        passes(bed.send(offer(person)));
        capped(bed.send(offer(person)));
      }
      bed.tick(1);
      passes(bed.send(offer("shanghai")));
      capped(bed.send(offer("berlin")));
      bed.tick(7 * 3600);
      passes(bed.send(offer("berlin")));
    }
  }

  @Test
  void daysOfTwentyThreeAndTwentyFiveHoursAreDaysToo() {
    // Berlin: 25 October 2026 has 25 hours, from 22:00Z to 23:00Z
    try (WindowBed bed = at("2026-10-24T22:00:00Z")) {
      bed.person("ann", "Europe/Berlin", "de");
      passes(bed.send(offer("ann")));
      passes(bed.send(offer("ann")));
      bed.tick(25 * 3600 - 1);
      assertThat(capped(bed.send(offer("ann"))).reason().with())
          .containsEntry("day", "2026-10-25")
          .containsEntry("resets_at", "2026-10-25T23:00:00Z");
      bed.tick(1);
      passes(bed.send(offer("ann")));
    }
    // 28 March 2027 has 23 hours, from 23:00Z to 22:00Z
    try (WindowBed bed = at("2027-03-27T23:00:00Z")) {
      bed.person("ann", "Europe/Berlin", "de");
      passes(bed.send(offer("ann")));
      passes(bed.send(offer("ann")));
      bed.tick(23 * 3600 - 1);
      capped(bed.send(offer("ann")));
      bed.tick(1);
      passes(bed.send(offer("ann")));
    }
    // Beirut skips midnight: 28 March 2027 begins at 01:00, which is 22:00Z
    try (WindowBed bed = at("2027-03-27T21:59:59Z")) {
      bed.person("ann", "Asia/Beirut", "en");
      passes(bed.send(offer("ann")));
      passes(bed.send(offer("ann")));
      assertThat(capped(bed.send(offer("ann"))).reason().with())
          .containsEntry("resets_at", "2027-03-27T22:00:00Z");
      bed.tick(1);
      passes(bed.send(offer("ann")));
    }
  }

  @Test
  void withinABatchEachCountsForThoseBehindItTransactionalFirst() {
    try (WindowBed bed = at("2026-11-30T08:00:00Z")) {
      CalmPolicy one =
          new CalmPolicy(4, null, Map.of(Category.MARKETING, 1), null, Map.of(), Map.of());
      bed.policy = one;
      List<DeliveryId> offers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        offers.add(bed.post(offer("ann")));
      }
      DeliveryId notice = bed.post(notice("ann"));
      Map<DeliveryId, Verdict> verdicts = bed.claim();
      assertThat(verdicts.keySet().iterator().next()).isEqualTo(notice);
      passes(verdicts.get(offers.get(0)));
      assertThat(capped(verdicts.get(offers.get(1))).reason().with()).containsEntry("counted", 1L);
      capped(verdicts.get(offers.get(2)));
    }
  }

  @Test
  void aSecondChannelCostsNothingMore() {
    try (WindowBed bed = at("2026-11-30T08:00:00Z")) {
      DeliveryId first = bed.post(offer("ann"));
      DeliveryId twin = bed.postAgain(first, offer("ann").through(2));
      assertThat(bed.claim().values()).allMatch(v -> v instanceof Verdict.Pass);
      DeliveryId second = bed.post(offer("ann"));
      passes(bed.claim().get(second));
      DeliveryId later = bed.postAgain(second, offer("ann").through(2));
      passes(bed.claim().get(later));
      capped(bed.send(offer("ann")));
      assertThat(twin).isNotEqualTo(later);
    }
  }

  @Test
  void urgentOnesPassAndCount() {
    try (WindowBed bed = at("2026-11-30T08:00:00Z")) {
      for (int i = 0; i < 3; i++) {
        passes(bed.send(offer("ann").nowOrNever()));
      }
      assertThat(capped(bed.send(offer("ann"))).reason().with()).containsEntry("counted", 3L);
    }
  }

  @Test
  void whatReachedNobodyIsNotCountedAndItsRetryIsJudgedAnew() {
    try (WindowBed bed = at("2026-11-30T08:00:00Z")) {
      DeliveryId first = bed.post(offer("ann"));
      passes(bed.claim().get(first));
      bed.settle(first, DeliveryState.QUEUED, WindowBed.BUSY);
      bed.later =
          d -> d.id().equals(first) ? WindowBed.held(bed.clock.instant().plusSeconds(60)) : null;
      passes(bed.send(offer("ann")));
      passes(bed.send(offer("ann")));
      bed.later = d -> null;
      bed.tick(60);
      capped(bed.claim().get(first));
    }
  }

  @Test
  void whatWaitsInADigestDoesNotUseTheDayUp() {
    try (WindowBed bed = at("2026-11-30T08:00:00Z")) {
      CalmPolicy narrow =
          new CalmPolicy(
              5,
              new CalmPolicy.Window(1, Duration.ofHours(1)),
              Map.of(Category.MARKETING, 2),
              null,
              Map.of(),
              Map.of());
      bed.policy = narrow;
      Post about = Post.to("ann").marketing();
      DeliveryId goes = bed.post(about);
      DeliveryId waits = bed.post(about);
      DeliveryId joins = bed.post(about);
      DeliveryId other = bed.post(about.about("trip-2"));
      DeliveryId tooMuch = bed.post(about.about("trip-3"));
      Map<DeliveryId, Verdict> verdicts = bed.claim();
      passes(verdicts.get(goes));
      assertThat(verdicts.get(waits)).isInstanceOf(Verdict.Hold.class);
      assertThat(verdicts.get(joins)).isInstanceOf(Verdict.Merge.class);
      passes(verdicts.get(other));
      capped(verdicts.get(tooMuch));

      bed.tick(3600);
      capped(bed.claim().get(waits));
      assertThat(bed.digests("ann")).containsExactly("ended 2 3600");
      assertThat(bed.one("SELECT end_reason FROM calm_digest")).isEqualTo("daily_cap");
    }
  }

  @Test
  void aDigestCountsOnceInTheDayOnWhichItGoesOut() {
    try (WindowBed bed = at("2026-11-30T08:00:00Z")) {
      CalmPolicy narrow =
          new CalmPolicy(
              5,
              new CalmPolicy.Window(1, Duration.ofHours(1)),
              Map.of(Category.MARKETING, 3),
              null,
              Map.of(),
              Map.of());
      bed.policy = narrow;
      Post about = Post.to("ann").marketing();
      passes(bed.send(about));
      assertThat(bed.send(about)).isInstanceOf(Verdict.Hold.class);
      assertThat(bed.send(about)).isInstanceOf(Verdict.Merge.class);
      bed.tick(3600);
      assertThat(bed.claim()).hasSize(1);
      passes(bed.send(about.about("trip-2")));
      capped(bed.send(about.about("trip-3")));
    }
  }
}
