package io.truebell.calm.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicy.Hours;
import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.policy.CalmPolicy.TypeRules;
import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.calm.report.PastDelivery.Fate;
import io.truebell.calm.report.PastDelivery.Person;
import io.truebell.calm.report.SimulationView.SimulatedCountsView;
import io.truebell.core.message.Category;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static final Instant START = Instant.parse("2026-11-30T08:00:00Z");
  private static final Window THREE_AN_HOUR = new Window(3, Duration.ofHours(1));

  private final List<PastDelivery> past = new ArrayList<>();
  private Category category = Category.TRANSACTIONAL;
  private String type = "trip.changed";
  private String subject = "trip:1";
  private boolean urgent;
  private Person person = new Person(new UUID(0, 1), ZoneId.of("UTC"), null);
  private UUID account = new UUID(0, 2);
  private @Nullable Instant expiresAt;

  /** One that becomes due so many seconds after the start. */
  private void at(int... seconds) {
    for (int second : seconds) {
      at(new UUID(1, past.size()), second);
    }
  }

  private void at(UUID notification, int second) {
    past.add(
        new PastDelivery(
            notification,
            person,
            account,
            type,
            category,
            subject,
            urgent,
            START.plusSeconds(second),
            expiresAt,
            Fate.SENT,
            false));
  }

  private static CalmPolicy policy(
      @Nullable Window window, Map<Category, Integer> caps, @Nullable Hours quiet) {
    return new CalmPolicy(0, window, caps, quiet, Map.of(), Map.of());
  }

  private SimulatedCountsView replay(CalmPolicy policy, Duration span) {
    Replay replay = new Replay(policy, START.plus(span));
    past.stream().sorted(Comparator.comparing(PastDelivery::at)).forEach(replay::arrive);
    return Objects.requireNonNull(replay.finish().get(category)).view();
  }

  private static SimulatedCountsView counts(
      int sent, int merged, int degraded, int held, int other) {
    return new SimulatedCountsView(sent, merged, degraded, held, other);
  }

  @Test
  void theFourthOpensADigestAndTheFifthJoinsIt() {
    at(0, 10, 20, 30, 40);

    CalmPolicy policy = policy(THREE_AN_HOUR, Map.of(), null);
    assertThat(replay(policy, Duration.ofHours(1)))
        .as("when the digest is about to go out")
        .isEqualTo(counts(3, 1, 0, 1, 1));
    assertThat(replay(policy, Duration.ofMinutes(61))).isEqualTo(counts(4, 1, 0, 1, 0));
  }

  @Test
  void whatComesWhenTheDigestIsOutCountsInstantsAgain() {
    // at 3600 the instants at 10 and 20 are left, at 3610 the one at 20 and the one at 3605
    at(0, 10, 20, 30, 3599, 3605, 3610, 3611);

    assertThat(replay(policy(THREE_AN_HOUR, Map.of(), null), Duration.ofHours(3)))
        .as("3 instants, a digest of 2, 2 instants, a digest of 1")
        .isEqualTo(counts(7, 1, 0, 2, 0));
  }

  @Test
  void anInstantHasLeftTheWindowWhenItIsAnHourOld() {
    at(0, 10, 20, 3600);
    assertThat(replay(policy(THREE_AN_HOUR, Map.of(), null), Duration.ofHours(3)))
        .isEqualTo(counts(4, 0, 0, 0, 0));
  }

  @Test
  void otherSubjectsPeopleAndAccountsHaveWindowsOfTheirOwn() {
    at(0, 10, 20);
    subject = "trip:2";
    at(30);
    subject = "trip:1";
    account = new UUID(0, 3);
    at(31);
    account = new UUID(0, 2);
    person = new Person(new UUID(0, 9), ZoneId.of("UTC"), null);
    at(32);
    subject = "";
    at(33, 34, 35, 36, 37);

    assertThat(replay(policy(THREE_AN_HOUR, Map.of(), null), Duration.ofHours(3)))
        .isEqualTo(counts(11, 0, 0, 0, 0));
  }

  @Test
  void whatIsUrgentIsInstantButCounts() {
    at(0, 10);
    urgent = true;
    at(20, 30);
    urgent = false;
    at(40);

    assertThat(replay(policy(THREE_AN_HOUR, Map.of(), null), Duration.ofMinutes(50)))
        .isEqualTo(counts(4, 0, 0, 1, 1));
  }

  @Test
  void aTypeMayHaveAWindowOfItsOwnOrNone() {
    CalmPolicy policy =
        new CalmPolicy(
            0,
            new Window(1, Duration.ofHours(1)),
            Map.of(),
            null,
            Map.of(),
            Map.of(
                "free",
                new TypeRules(null),
                "rare",
                new TypeRules(new Window(1, Duration.ofHours(2)))));
    type = "free";
    at(0, 1, 2);
    type = "rare";
    subject = "trip:2";
    at(10, 3700, 3800);

    assertThat(replay(policy, Duration.ofHours(4)))
        .as("the free ones; an instant; at 3700 a digest, which the last one joins")
        .isEqualTo(counts(5, 1, 0, 1, 0));
  }

  @Test
  void eachTypeLooksBackAsFarAsItsOwnWindow() {
    CalmPolicy policy =
        new CalmPolicy(
            0,
            new Window(1, Duration.ofHours(1)),
            Map.of(),
            null,
            Map.of(),
            Map.of("rare", new TypeRules(new Window(1, Duration.ofHours(2)))));
    at(0, 3600);

    assertThat(replay(policy, Duration.ofHours(4))).isEqualTo(counts(2, 0, 0, 0, 0));
    type = "rare";
    at(7200);
    assertThat(replay(policy, Duration.ofHours(4)))
        .as("the one at 3600 is too young for this type")
        .isEqualTo(counts(3, 0, 0, 1, 0));
  }

  @Test
  void capsCountNotificationsOfTheRecipientsDay() {
    category = Category.MARKETING;
    // midnight there is at 16:00 UTC, eight hours after the start
    person = new Person(new UUID(0, 1), ZoneId.of("Asia/Shanghai"), null);
    UUID twice = new UUID(7, 7);
    at(twice, 0);
    at(10);
    at(twice, 20);
    at(30);
    urgent = true;
    at(40);
    urgent = false;
    at(8 * 3600 - 1, 8 * 3600, 8 * 3600 + 1, 8 * 3600 + 2);

    assertThat(replay(policy(null, Map.of(Category.MARKETING, 2), null), Duration.ofDays(1)))
        .as("the same one again, and an urgent one, pass; the day after has room for two")
        .isEqualTo(counts(6, 0, 3, 0, 0));
  }

  @Test
  void categoriesHaveCapsOfTheirOwn() {
    at(0, 1, 2);
    category = Category.MARKETING;
    at(3, 4);
    CalmPolicy policy =
        policy(null, Map.of(Category.MARKETING, 1, Category.TRANSACTIONAL, 2), null);
    assertThat(replay(policy, Duration.ofDays(1))).isEqualTo(counts(1, 0, 1, 0, 0));
    category = Category.TRANSACTIONAL;
    assertThat(replay(policy, Duration.ofDays(1))).isEqualTo(counts(2, 0, 1, 0, 0));
  }

  @Test
  void whatIsHeldComesBackAtItsTimeAndMeetsTheOtherRules() {
    Hours night = new Hours(LocalTime.of(8, 0), LocalTime.of(9, 0), Otherwise.HOLD);
    at(0, 1, 2, 3, 4);

    CalmPolicy policy = policy(THREE_AN_HOUR, Map.of(), night);
    assertThat(replay(policy, Duration.ofMinutes(59))).isEqualTo(counts(0, 0, 0, 5, 5));
    assertThat(replay(policy, Duration.ofMinutes(61)))
        .as("at nine three go out, the fourth waits as a digest, the fifth joins it")
        .isEqualTo(counts(3, 1, 0, 5, 1));
    assertThat(replay(policy, Duration.ofHours(3))).isEqualTo(counts(4, 1, 0, 5, 0));
  }

  @Test
  void whatExpiresWhileItIsHeldIsNotSent() {
    Hours night = new Hours(LocalTime.of(8, 0), LocalTime.of(9, 0), Otherwise.HOLD);
    expiresAt = START.plus(Duration.ofMinutes(30));
    at(0);
    assertThat(replay(policy(null, Map.of(), night), Duration.ofHours(3)))
        .isEqualTo(counts(0, 0, 0, 1, 1));
  }

  @Test
  void aDigestThatIsDueAtNightIsHeldLikeAnythingElse() {
    Hours night = new Hours(LocalTime.of(8, 30), LocalTime.of(11, 0), Otherwise.HOLD);
    at(0, 10, 20, 30);
    urgent = true;
    at(2 * 3600);
    urgent = false;
    at(3 * 3600 - 1);

    assertThat(replay(policy(THREE_AN_HOUR, Map.of(), night), Duration.ofHours(4)))
        .as(
            "held as a digest until nine and for its hour until eleven; the last one comes then too")
        .isEqualTo(counts(6, 0, 0, 2, 0));
  }

  @Test
  void aDigestForWhichTheDayHasNoRoomIsLeftToTheInbox() {
    at(0, 10, 20, 30, 40);
    subject = "other";
    at(50);
    subject = "trip:1";
    at(3700);

    assertThat(
            replay(
                policy(THREE_AN_HOUR, Map.of(Category.TRANSACTIONAL, 4), null),
                Duration.ofHours(3)))
        .as("three and the other one reach the cap; the digest and the last one do not go out")
        .isEqualTo(counts(4, 1, 2, 1, 0));
  }

  @Test
  void hoursMayLeaveItToTheInbox() {
    Hours night = new Hours(LocalTime.of(8, 0), LocalTime.of(9, 0), Otherwise.DEGRADE);
    at(0, 3600);
    assertThat(replay(policy(null, Map.of(), night), Duration.ofHours(3)))
        .isEqualTo(counts(1, 0, 1, 0, 0));
  }
}
