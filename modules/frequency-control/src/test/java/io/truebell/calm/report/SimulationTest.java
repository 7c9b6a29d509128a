package io.truebell.calm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicyDocument;
import io.truebell.calm.policy.CalmPolicyDocument.HoursDocument;
import io.truebell.calm.policy.CalmPolicyDocument.WindowDocument;
import io.truebell.calm.policy.PolicyBed;
import io.truebell.calm.report.SimulationController.SimulationRequest;
import io.truebell.calm.report.SimulationView.SimulatedCategoryView;
import io.truebell.calm.report.SimulationView.SimulatedCountsView;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final CalmPolicyDocument NOTHING =
      new CalmPolicyDocument(null, null, null, null, null);
  private static final CalmPolicyDocument THREE_AN_HOUR =
      new CalmPolicyDocument(new WindowDocument(3, 60), null, null, null, null);

  private PolicyBed bed;
  private RecipientId lian;
  private PastRows rows;

  @BeforeEach
  void open() {
    bed = new PolicyBed();
    lian = bed.person("lian", "Asia/Shanghai");
    rows = new PastRows(bed, lian);
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private SimulationView simulate(CalmPolicyDocument policy, @Nullable Integer days) {
    return bed.within(
        () -> bed.bean(SimulationController.class).simulate(new SimulationRequest(policy, days)));
  }

  private static SimulatedCategoryView of(SimulationView view, String category) {
    return view.categories().stream()
        .filter(c -> c.category().equals(category))
        .findFirst()
        .orElseThrow();
  }

  private static SimulatedCountsView counts(
      int sent, int merged, int degraded, int held, int other) {
    return new SimulatedCountsView(sent, merged, degraded, held, other);
  }

  @Test
  void whatHappenedStandsNextToWhatThePolicyWouldHaveMadeOfIt() {
    for (int i = 0; i < 5; i++) {
      rows.accepted();
      bed.clock.tick(Duration.ofSeconds(10));
    }
    rows.subject = "trip:2";
    rows.category = "marketing";
    rows.queued().merged(bed.id());
    rows.queued().ended(DeliveryState.DEGRADED, "daily_cap", "daily_cap");
    rows.queued().claimed().answered(DeliveryState.UNKNOWN);
    rows.queued().claimed().answered(DeliveryState.FAILED);
    rows.queued()
        .held("preference_and_quiet_hours", "quiet_hours", bed.clock.instant())
        .claimed()
        .answered(DeliveryState.ACCEPTED);
    rows.queued().held("egress_pacing", "too_early", bed.clock.instant());
    // ended by others
    rows.queued().ended(DeliveryState.DEGRADED, "channel_budget", "tenant_quota_used_up");
    rows.queued().ended(DeliveryState.SUPPRESSED, "suppression", "person_refused");
    rows.queued().ended(DeliveryState.CANCELLED, "cancelled_or_expired", "sender_withdrew");
    rows.queued().ended(DeliveryState.REJECTED, "content", "content_unfit");
    bed.clock.tick(Duration.ofHours(2));

    SimulationView view = simulate(THREE_AN_HOUR, null);

    assertThat(view.from()).isEqualTo(bed.clock.instant().minus(Duration.ofDays(7)));
    assertThat(view.to()).isEqualTo(bed.clock.instant());
    assertThat(view.deliveries()).isEqualTo(11);
    assertThat(view.leftOut()).isEqualTo(4);
    assertThat(view.cut()).isFalse();
    assertThat(of(view, "transactional"))
        .isEqualTo(
            new SimulatedCategoryView(
                "transactional", counts(5, 0, 0, 0, 0), counts(4, 1, 0, 1, 0)));
    assertThat(of(view, "marketing"))
        .isEqualTo(
            new SimulatedCategoryView("marketing", counts(3, 1, 1, 1, 1), counts(4, 2, 0, 1, 0)));
    assertThat(of(simulate(NOTHING, 1), "marketing").would()).isEqualTo(counts(6, 0, 0, 0, 0));
  }

  @Test
  void hoursAreThoseOfTheRecipientsZoneWithTheirOwnQuietOnes() {
    // 16:00 there
    rows.accepted();
    bed.write(
        "INSERT INTO calm_quiet VALUES (?, '17:00', '18:00', ?::timestamptz)",
        lian.value(),
        bed.clock.instant().toString());
    bed.clock.tick(Duration.ofMinutes(90));
    rows.accepted();
    bed.clock.tick(Duration.ofHours(6));
    rows.accepted();
    rows.urgent = true;
    rows.accepted();
    bed.clock.tick(Duration.ofMinutes(1));

    CalmPolicyDocument night =
        new CalmPolicyDocument(
            null, null, new HoursDocument("23:00", "07:00", "degrade"), null, null);
    assertThat(of(simulate(night, 1), "transactional").would())
        .as("by day; held for the person; at 23:30 to the inbox; urgent")
        .isEqualTo(counts(3, 0, 1, 1, 0));
    assertThat(of(simulate(NOTHING, 1), "transactional").would()).isEqualTo(counts(4, 0, 0, 1, 0));
  }

  @Test
  void theyComeInTheOrderInWhichTheyBecameDueAndOnlyThoseOfTheTimeAskedFor() {
    rows.accepted();
    bed.clock.tick(Duration.ofDays(1).plusMinutes(1));
    Instant noon = bed.clock.instant().plus(Duration.ofMinutes(30));
    rows.wantedAt = noon;
    rows.accepted();
    rows.wantedAt = bed.clock.instant().plus(Duration.ofDays(2));
    rows.queued();
    rows.wantedAt = null;
    rows.accepted();
    rows.accepted();
    rows.accepted();
    rows.resendOf = rows.accepted().id;
    rows.accepted();
    bed.clock.tick(Duration.ofMinutes(31));

    SimulationView view = simulate(THREE_AN_HOUR, 1);
    assertThat(view.deliveries()).isEqualTo(5);
    assertThat(of(view, "transactional").would())
        .as("three at once, a digest, and the one that was wanted later joins it")
        .isEqualTo(counts(3, 1, 0, 1, 1));
  }

  @Test
  void ofTooManyTheNewestAreReplayedAndThatIsSaid() {
    for (int i = 0; i < 4; i++) {
      rows.subject = "trip:" + i;
      rows.accepted();
      bed.clock.tick(Duration.ofSeconds(1));
    }
    CalmPolicy policy = NOTHING.policy(0);
    Simulation simulation = bed.bean(Simulation.class);

    SimulationView cut = bed.within(() -> simulation.run(policy, 7, 3));
    assertThat(cut.cut()).isTrue();
    assertThat(cut.deliveries()).isEqualTo(3);
    assertThat(bed.within(() -> simulation.run(policy, 7, 4)).cut()).isFalse();
  }

  @Test
  void whatExpiredIsNeitherSentNorLeftToTheInbox() {
    rows.expiresAt = bed.clock.instant().plus(Duration.ofMinutes(10));
    rows.queued()
        .held("preference_and_quiet_hours", "quiet_hours", bed.clock.instant())
        .ended(DeliveryState.EXPIRED, "cancelled_or_expired", "deadline_passed");
    bed.clock.tick(Duration.ofHours(1));

    assertThat(of(simulate(NOTHING, 1), "transactional"))
        .as("without quiet hours it would have gone in time")
        .isEqualTo(
            new SimulatedCategoryView(
                "transactional", counts(0, 0, 0, 1, 1), counts(1, 0, 0, 0, 0)));
  }

  @Test
  void wrongInputIsBlamedOnItsField() {
    assertThat(problems(null, 0)).containsExactly("policy", "days");
    assertThat(problems(NOTHING, 32)).containsExactly("days");
    CalmPolicyDocument wrong =
        new CalmPolicyDocument(
            new WindowDocument(0, 60),
            null,
            null,
            Map.of("marketing", new HoursDocument("1", "21:00", "hold")),
            null);
    assertThat(problems(wrong, 7))
        .containsExactly("policy.window.most", "policy.send_windows.marketing.from");
  }

  private List<String> problems(@Nullable CalmPolicyDocument policy, int days) {
    List<String> fields = new ArrayList<>();
    assertThatThrownBy(
            () ->
                bed.bean(SimulationController.class).simulate(new SimulationRequest(policy, days)))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            p -> p.fields().stream().map(FieldProblem::field).forEach(fields::add));
    return fields;
  }
}
