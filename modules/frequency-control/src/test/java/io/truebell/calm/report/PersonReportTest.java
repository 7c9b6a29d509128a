package io.truebell.calm.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.truebell.calm.policy.PolicyBed;
import io.truebell.calm.report.CalmReportView.CalmGroupView;
import io.truebell.calm.report.CalmReportView.CalmItemView;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.ApiProblem;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PersonReportTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private PolicyBed bed;
  private PastRows ann;

  @BeforeEach
  void open() {
    bed = new PolicyBed();
    ann = new PastRows(bed, bed.person("ann", "Europe/Berlin"));
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private CalmReportView report() {
    return bed.within(() -> bed.bean(CalmReportController.class).recipientCalm("ann"));
  }

  private List<UUID> ids(List<CalmItemView> items) {
    return items.stream().map(CalmItemView::deliveryId).toList();
  }

  @Test
  @Tag("TRUTH-4")
  void whatWentOutAndWhatWasKeptBackIsCountedByCategoryAndReason() {
    PastRows.Row accepted = ann.accepted();
    bed.clock.tick(MINUTE);
    PastRows.Row delivered = ann.accepted().answered(DeliveryState.DELIVERED);
    PastRows.Row refused = ann.accepted().answered(DeliveryState.UNDELIVERED);
    PastRows.Row unknown = ann.queued().claimed().answered(DeliveryState.UNKNOWN);
    bed.clock.tick(MINUTE);
    Instant due = bed.clock.instant().plus(Duration.ofHours(1));
    PastRows.Row digest = ann.queued().held("window_and_digest", "digest_opened", due);
    PastRows.Row merged = ann.queued().merged(digest.id);
    ann.category = "marketing";
    Instant night = bed.clock.instant().plus(Duration.ofMinutes(10));
    PastRows.Row held = ann.queued().held("preference_and_quiet_hours", "quiet_hours", night);
    PastRows.Row capped = ann.queued().ended(DeliveryState.DEGRADED, "daily_cap", "daily_cap");
    PastRows.Row used =
        ann.queued().ended(DeliveryState.DEGRADED, "channel_budget", "tenant_quota_used_up");
    ann.queued().ended(DeliveryState.DEGRADED, "daily_cap", "daily_cap");
    ann.queued().ended(DeliveryState.SUPPRESSED, "suppression", "person_refused");
    ann.queued();
    ann.queued().claimed();
    ann.queued().claimed().answered(DeliveryState.REJECTED);

    CalmReportView report = report();

    assertThat(report.recipient()).isEqualTo("ann");
    assertThat(report.zone()).isEqualTo("Europe/Berlin");
    assertThat(report.until()).isEqualTo(bed.clock.instant());
    assertThat(report.since()).isEqualTo(bed.clock.instant().minus(Duration.ofDays(1)));
    assertThat(report.groups())
        .containsExactly(
            new CalmGroupView(
                "transactional",
                "webhook",
                false,
                3,
                1,
                1,
                1,
                Map.of("digest_opened", 1L),
                0,
                Map.of()),
            new CalmGroupView(
                "marketing",
                "webhook",
                false,
                0,
                0,
                0,
                1,
                Map.of("quiet_hours", 1L),
                3,
                Map.of("daily_cap", 2L, "tenant_quota_used_up", 1L)));
    assertThat(ids(report.held())).as("due first").containsExactly(held.id, digest.id);
    assertThat(report.held()).extracting(CalmItemView::until).containsExactly(night, due);
    assertThat(report.held().getFirst())
        .satisfies(
            item -> {
              assertThat(item.reason()).isEqualTo("quiet_hours");
              assertThat(item.policy()).isEqualTo("calm");
              assertThat(item.policyVersion()).isEqualTo(3);
              assertThat(item.notificationId()).isEqualTo(held.notification);
            });
    assertThat(ids(report.items()))
        .hasSize(8)
        .startsWith(report.items().getFirst().deliveryId(), used.id, capped.id, merged.id)
        .endsWith(unknown.id, refused.id, delivered.id, accepted.id);
    assertThat(report.items())
        .filteredOn(item -> item.deliveryId().equals(merged.id))
        .singleElement()
        .satisfies(item -> assertThat(item.digestId()).isEqualTo(digest.id));
  }

  @Test
  void whatWentOutCountsFromItsCallOnAndWhatIsHeldAsLongAsItIs() {
    PastRows.Row old = ann.accepted();
    PastRows.Row silent = ann.accepted();
    PastRows.Row held =
        ann.queued().held("daily_cap", "later", bed.clock.instant().plus(Duration.ofDays(3)));
    ann.queued().merged(held.id);
    PastRows.Row retried = ann.queued().claimed().answered(DeliveryState.QUEUED);
    bed.clock.tick(Duration.ofHours(23));
    PastRows.Row young = ann.accepted();
    bed.clock.tick(Duration.ofHours(1).plus(MINUTE));

    old.answered(DeliveryState.DELIVERED);
    silent.overdue();
    retried.claimed().answered(DeliveryState.ACCEPTED);

    CalmReportView report = report();
    assertThat(ids(report.items())).containsExactly(retried.id, young.id);
    assertThat(ids(report.held())).containsExactly(held.id);
    assertThat(report.groups())
        .singleElement()
        .satisfies(
            group -> {
              assertThat(group.accepted()).isEqualTo(2);
              assertThat(group.merged()).isZero();
              assertThat(group.held()).isEqualTo(1);
            });
  }

  @Test
  void nothingOfAnybodyElseIsInItAndSimulatedOnesStandApart() {
    new PastRows(bed, bed.person("bob", "UTC")).accepted();
    ann.accepted();
    ann.sandbox = true;
    ann.accepted();

    assertThat(report().groups())
        .extracting(CalmGroupView::sandbox, CalmGroupView::accepted)
        .containsExactly(tuple(false, 1L), tuple(true, 1L));
    assertThatThrownBy(
            () -> bed.within(() -> bed.bean(CalmReportController.class).recipientCalm("nobody")))
        .isInstanceOfSatisfying(ApiProblem.class, p -> assertThat(p.status()).isEqualTo(404));
  }

  @Test
  void theNewestFiftyAreListedAndAllAreCounted() {
    List<UUID> all = new ArrayList<>();
    for (int i = 0; i < 53; i++) {
      all.add(ann.accepted().id);
      bed.clock.tick(Duration.ofSeconds(1));
    }
    Collections.reverse(all);

    assertThat(ids(report().items())).isEqualTo(all.subList(0, 50));
    assertThat(report().groups().getFirst().accepted()).isEqualTo(53);
  }
}
