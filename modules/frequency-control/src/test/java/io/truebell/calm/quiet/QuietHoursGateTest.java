package io.truebell.calm.quiet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.calm.policy.CalmPolicyDocument;
import io.truebell.calm.policy.CalmPolicyDocument.HoursDocument;
import io.truebell.calm.policy.PolicyBed;
import io.truebell.calm.quiet.QuietHoursController.QuietHoursRequest;
import io.truebell.calm.quiet.QuietHoursController.QuietHoursView;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class QuietHoursGateTest {
  private static final HoursDocument NIGHT = new HoursDocument("22:00", "07:00", "hold");

  private PolicyBed bed;
  private RecipientId lian;

  @BeforeEach
  void open() {
    bed = new PolicyBed();
    lian = bed.person("lian", "Asia/Shanghai");
    // 02:00 there
    tickTo("2026-11-30T18:00:00Z");
  }

  @AfterEach
  void close() {
    bed.close();
  }

  private void tickTo(String time) {
    bed.clock.tick(Duration.between(bed.clock.instant(), Instant.parse(time)));
  }

  private static CalmPolicyDocument quiet(@Nullable HoursDocument hours) {
    return new CalmPolicyDocument(null, null, hours, null, null);
  }

  private DueDelivery due(RecipientId recipient, Category category, boolean urgent) {
    Instant now = bed.clock.instant();
    return new DueDelivery(
        new DeliveryId(bed.id()),
        new NotificationId(bed.id()),
        recipient,
        new ChannelKey("webhook"),
        new AccountId(new UUID(0, 1)),
        new EndpointId(new UUID(0, 2)),
        "trip.changed",
        category,
        "trip:1",
        urgent,
        0,
        now,
        now,
        null);
  }

  private Map<DeliveryId, Verdict> examine(boolean rehearsal, DueDelivery... due) {
    return bed.inTransaction(
        () ->
            bed.bean(Gate.class)
                .examine(new GateBatch(bed.clock.instant(), List.of(due), rehearsal)));
  }

  /** What the gate says, in earnest and in a dry run alike. */
  private @Nullable Verdict verdict(DueDelivery due) {
    Verdict verdict = examine(false, due).get(due.id());
    assertThat(examine(true, due).get(due.id())).as("dry run").isEqualTo(verdict);
    return verdict;
  }

  private @Nullable Verdict transactional() {
    return verdict(due(lian, Category.TRANSACTIONAL, false));
  }

  @Test
  @Tag("CALM-4")
  @Tag("TRUTH-4")
  @Tag("TRUTH-5")
  void whatIsNotUrgentIsHeldUntilTheRecipientsNightIsOver() {
    assertThat(transactional()).as("the built-in policy has no night").isNull();
    int version = bed.put(quiet(NIGHT));

    assertThat(transactional())
        .isEqualTo(
            new Verdict.Hold(
                new Reason(
                    "quiet_hours",
                    Map.of(
                        "zone", "Asia/Shanghai",
                        "local_time", "02:00",
                        "category", "transactional",
                        "whose", "tenant",
                        "from", "22:00",
                        "to", "07:00",
                        "until_local", "2026-12-01T07:00:00+08:00")),
                new Policy("calm", version),
                Instant.parse("2026-11-30T23:00:00Z")));

    tickTo("2026-11-30T23:00:00Z");
    assertThat(transactional()).as("at the time that was said").isNull();
  }

  @Test
  @Tag("CALM-4")
  void theNightIsEachRecipientsOwn() {
    bed.put(quiet(NIGHT));
    DueDelivery inShanghai = due(lian, Category.TRANSACTIONAL, false);
    DueDelivery inBerlin = due(bed.person("ben", "Europe/Berlin"), Category.TRANSACTIONAL, false);

    assertThat(examine(false, inShanghai, inBerlin)).containsOnlyKeys(inShanghai.id());
    // 03:00 in Berlin, 10:00 in Shanghai
    tickTo("2026-12-01T02:00:00Z");
    assertThat(examine(false, inShanghai, inBerlin)).containsOnlyKeys(inBerlin.id());
  }

  @Test
  @Tag("CALM-4")
  @Tag("FACT-5")
  void whereTheTenantWantsItWhatComesAtNightIsLeftToTheInbox() {
    bed.put(quiet(new HoursDocument("22:00", "07:00", "degrade")));

    assertThat(transactional())
        .isInstanceOfSatisfying(
            Verdict.Degrade.class,
            degrade -> {
              assertThat(degrade.reason().code()).isEqualTo("quiet_hours_to_inbox");
              assertThat(degrade.reason().with())
                  .containsEntry("local_time", "02:00")
                  .doesNotContainKey("until_local");
              assertThat(degrade.policy()).isEqualTo(new Policy("calm", 2));
            });
  }

  @Test
  @Tag("CALM-4")
  @Tag("TRUTH-4")
  void whatIsUrgentPassesAndThatIsInTheTrace() {
    bed.put(quiet(NIGHT));

    assertThat(verdict(due(lian, Category.TRANSACTIONAL, true)))
        .isEqualTo(
            new Verdict.Pass(
                Map.of(
                    "urgent_passed", true,
                    "urgent_passed_whose", "tenant",
                    "urgent_passed_hours", "22:00-07:00")));
    tickTo("2026-11-30T23:00:00Z");
    assertThat(verdict(due(lian, Category.TRANSACTIONAL, true))).as("by day").isNull();
  }

  @Test
  @Tag("CALM-4")
  void marketingWaitsForItsHoursUnderTheBuiltInPolicy() {
    assertThat(verdict(due(lian, Category.MARKETING, false)))
        .isInstanceOfSatisfying(
            Verdict.Hold.class,
            hold -> {
              assertThat(hold.until()).isEqualTo(Instant.parse("2026-12-01T00:00:00Z"));
              assertThat(hold.policy()).isEqualTo(new Policy("calm", 1));
              assertThat(hold.reason().code()).isEqualTo("outside_send_window");
              assertThat(hold.reason().with())
                  .containsEntry("from", "08:00")
                  .containsEntry("to", "21:00")
                  .containsEntry("category", "marketing");
            });
  }

  @Test
  @Tag("CALM-4")
  void aRecipientsOwnQuietHoursHoldWhateverTheTenantSays() {
    QuietHoursController api = bed.bean(QuietHoursController.class);
    QuietHoursView put =
        bed.within(() -> api.putQuietHours("lian", new QuietHoursRequest("01:30", "09:15")));
    assertThat(put)
        .isEqualTo(new QuietHoursView("01:30", "09:15", "Asia/Shanghai", bed.clock.instant()));
    assertThat(bed.within(() -> api.quietHours("lian"))).isEqualTo(put);

    assertThat(transactional())
        .isInstanceOfSatisfying(
            Verdict.Hold.class,
            hold -> {
              assertThat(hold.until()).isEqualTo(Instant.parse("2026-12-01T01:15:00Z"));
              assertThat(hold.reason().code()).isEqualTo("own_quiet_hours");
              assertThat(hold.reason().with()).containsEntry("whose", "recipient");
            });
    bed.put(quiet(new HoursDocument("03:00", "10:00", "degrade")));
    assertThat(transactional())
        .isInstanceOfSatisfying(
            Verdict.Hold.class,
            hold -> {
              assertThat(hold.until()).isEqualTo(Instant.parse("2026-12-01T02:00:00Z"));
              assertThat(hold.reason().code()).isEqualTo("shut_hours_in_turn");
              assertThat(hold.reason().with())
                  .containsEntry("to", "09:15")
                  .containsEntry("then_to", "10:00")
                  .containsEntry("then_whose", "tenant");
            });

    bed.put(quiet(null));
    bed.within(() -> api.putQuietHours("lian", new QuietHoursRequest("12:00", "13:00")));
    assertThat(transactional()).as("replaced").isNull();
    bed.within(() -> api.putQuietHours("lian", new QuietHoursRequest("01:30", "09:15")));
    bed.<@Nullable Void>within(
        () -> {
          api.deleteQuietHours("lian");
          api.deleteQuietHours("lian");
          return null;
        });
    assertThat(transactional()).as("removed").isNull();
    assertThat(bed.within(() -> api.quietHours("lian")))
        .isEqualTo(new QuietHoursView(null, null, "Asia/Shanghai", null));
  }

  @Test
  void wrongHoursAreBlamedOnTheirFieldAndNothingIsStored() {
    QuietHoursController api = bed.bean(QuietHoursController.class);
    assertFields(
        () -> api.putQuietHours("lian", new QuietHoursRequest(null, "25:00")), "from", "to");
    assertFields(() -> api.putQuietHours("lian", new QuietHoursRequest("08:00", "08:00")), "to");
    assertThatThrownBy(
            () -> bed.within(() -> api.putQuietHours("nobody", new QuietHoursRequest("1", "2"))))
        .isInstanceOf(ApiProblem.class);
    assertThatThrownBy(() -> bed.within(() -> api.quietHours("nobody")))
        .isInstanceOfSatisfying(ApiProblem.class, p -> assertThat(p.status()).isEqualTo(404));
    assertThat(bed.within(() -> api.quietHours("lian")).from()).isNull();
  }

  private void assertFields(Supplier<Object> call, String... fields) {
    assertThatThrownBy(() -> bed.within(call))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            p -> assertThat(p.fields()).extracting(FieldProblem::field).containsExactly(fields));
  }

  @Test
  @Tag("CALM-4")
  void hoursThatLeaveNoTimeAtAllLeaveItToTheInbox() {
    bed.put(
        new CalmPolicyDocument(
            null,
            null,
            new HoursDocument("20:00", "08:00", "hold"),
            Map.of("transactional", new HoursDocument("06:00", "07:00", "hold")),
            null));

    assertThat(transactional())
        .isInstanceOfSatisfying(
            Verdict.Degrade.class,
            degrade -> assertThat(degrade.reason().code()).isEqualTo("no_hour_left"));
  }

  @Test
  @Tag("CALM-4")
  void aZoneThatNobodyKnowsIsReadAsNoOther() {
    RecipientId mars = bed.person("mars", "Mars/Base");
    assertThat(verdict(due(mars, Category.TRANSACTIONAL, false))).as("no hours").isNull();
    bed.put(quiet(NIGHT));

    assertThat(verdict(due(mars, Category.TRANSACTIONAL, false)))
        .isInstanceOfSatisfying(
            Verdict.Degrade.class,
            degrade ->
                assertThat(degrade.reason())
                    .isEqualTo(new Reason("zone_unknown", Map.of("zone", "Mars/Base"))));
    assertThat(verdict(due(mars, Category.TRANSACTIONAL, true))).as("urgent").isNull();
  }

  @Test
  @Tag("CALM-4")
  void aChangedPolicyCountsFromTheNextClaimOn() {
    bed.put(quiet(NIGHT));
    assertThat(transactional()).isInstanceOf(Verdict.Hold.class);
    bed.put(quiet(new HoursDocument("02:01", "03:00", "hold")));
    assertThat(transactional()).isNull();
  }

  @Test
  @Tag("TRUTH-4")
  void everyReasonNamesOnlyNumbersThatItBrings() {
    Pattern parameter = Pattern.compile("\\{([a-z_]+)}");
    Map<String, List<String>> brought =
        Map.of(
            "held", List.of("zone", "local_time", "category", "from", "to", "until_local"),
            "in_turn",
                List.of("zone", "local_time", "from", "to", "then_from", "then_to", "until_local"),
            "inbox", List.of("zone", "local_time", "category", "from", "to"),
            "bare", List.of("zone", "category"));
    new QuietReasons()
        .sentences()
        .forEach(
            (code, said) -> {
              String kind =
                  switch (code) {
                    case "quiet_hours", "outside_send_window", "own_quiet_hours" -> "held";
                    case "shut_hours_in_turn" -> "in_turn";
                    case "quiet_hours_to_inbox", "outside_send_window_to_inbox" -> "inbox";
                    default -> "bare";
                  };
              for (String sentence : List.of(said.en(), said.zh())) {
                Matcher named = parameter.matcher(sentence);
                while (named.find()) {
                  assertThat(brought.get(kind)).as(code).contains(named.group(1));
                }
              }
            });
  }

  @Test
  void anEmptyBatchAsksNobody() {
    assertThat(bed.bean(Gate.class).examine(new GateBatch(bed.clock.instant(), List.of(), false)))
        .as("outside of every scope")
        .isEmpty();
  }
}
