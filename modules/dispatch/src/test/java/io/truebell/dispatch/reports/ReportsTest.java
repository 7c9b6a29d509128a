package io.truebell.dispatch.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.Receipts;
import io.truebell.core.spi.SilentFailures;
import io.truebell.core.spi.SilentFailures.Counts;
import io.truebell.dispatch.Spine;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Silent failures are counted, contradictions listed. */
class ReportsTest {
  private final AtomicInteger names = new AtomicInteger();
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

  private String sent(String type, Behaviour answer) {
    String name = "p" + names.incrementAndGet();
    spine.reachable(name, name);
    spine.provider.always(answer);
    spine.within(() -> spine.intake().post(Post.to(name).type(type)));
    spine.run();
    return name;
  }

  private void receipt(String name, String id, boolean delivered) {
    DeliveryId delivery = new DeliveryId(spine.delivery(name));
    spine.within(
        () ->
            spine
                .bean(Receipts.class)
                .arrived(new ReceiptArrived(delivery, id, delivered, "c", "t", "provider")));
  }

  private SilentFailuresView report(Instant from, Instant to) {
    return spine.within(() -> new ReportsController(rows(), spine.clock).silentFailures(from, to));
  }

  private ReportRows rows() {
    return spine.bean(ReportRows.class);
  }

  @Test
  @Tag("TRUTH-6")
  void silenceAndBadReceiptsAreCountedByAccountAndType() {
    Behaviour yes = Behaviour.answer(200, "ok");
    receipt(sent("trip.changed", yes), "r", true);
    receipt(sent("trip.changed", yes), "r", false);
    sent("trip.changed", yes);
    receipt(sent("login.code", yes), "r", true);
    sent("login.code", Behaviour.answer(400, "refused at once: not silent"));
    sent("login.code", new Behaviour.Reset());
    spine.clock.tick(Duration.ofHours(1));
    assertThat(report(null, null).total().overdue()).as("a receipt may still come").isZero();

    spine.clock.tick(Duration.ofHours(1));
    spine.reconcile();

    SilentFailuresView view = report(null, null);
    assertThat(view.total()).isEqualTo(new SilentFailuresView.CountsView(4, 2, 1, 1, 0.5));
    assertThat(view.groups()).hasSize(2);
    assertThat(view.groups().getFirst())
        .satisfies(
            group -> {
              assertThat(group.type()).isEqualTo("trip.changed");
              assertThat(group.account()).isEqualTo("main");
              assertThat(group.expected()).isEqualTo(3);
              assertThat(group.rate()).isEqualTo(2.0 / 3, within(0.0001));
            });
    assertThat(view.groups().getLast().rate()).isZero();
  }

  @Test
  @Tag("TRUTH-6")
  void aReceiptThatComesLateAfterAllIsNoFailure() {
    String name = sent("trip.changed", Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofHours(2));
    spine.reconcile();
    assertThat(report(null, null).total().rate()).isEqualTo(1);
    receipt(name, "r", true);
    assertThat(report(null, null).total().rate()).isZero();
  }

  @Test
  @Tag("TRUTH-6")
  void aReceiptThatWasFasterThanTheAnswerIsCountedToo() {
    // nothing of it waits: it is known when the answer is written
    spine.provider.always(
        new Behaviour.Decide(
            request -> {
              receipt("fast", "r", true);
              return Behaviour.answer(200, "ok");
            }));
    spine.reachable("fast", "fast");
    spine.within(() -> spine.intake().post(Post.to("fast")));
    spine.run();
    assertThat(spine.stateOf("fast")).isEqualTo("DELIVERED");
    spine.clock.tick(Duration.ofSeconds(1));
    assertThat(report(null, null).total())
        .isEqualTo(new SilentFailuresView.CountsView(1, 1, 0, 0, 0));
  }

  @Test
  @Tag("TRUTH-6")
  void onlyWhatWasAcceptedInTheRangeCounts() {
    Instant start = spine.clock.instant();
    sent("trip.changed", Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofDays(1));
    sent("trip.changed", Behaviour.answer(200, "ok"));
    SilentFailures failures = spine.bean(SilentFailures.class);
    assertThat(spine.within(() -> failures.count(start, start.plusSeconds(1))))
        .extracting(Counts::expected)
        .isEqualTo(1L);
    assertThat(spine.within(() -> failures.count(start, start.plus(Duration.ofDays(2)))))
        .extracting(Counts::expected)
        .isEqualTo(2L);
    assertThatThrownBy(() -> report(start, start)).isInstanceOf(ApiProblem.class);
  }

  @Test
  @Tag("TRUTH-4")
  void deliveriesThatReceiptsContradictAreListedWithAllThatWasSaid() {
    String agreed = sent("trip.changed", Behaviour.answer(200, "ok"));
    receipt(agreed, "r1", true);
    String contradicted = sent("trip.changed", Behaviour.answer(200, "ok"));
    receipt(contradicted, "r1", true);
    spine.clock.tick(Duration.ofSeconds(1));
    receipt(contradicted, "r2", false);

    Page<DisagreementView> page =
        spine.within(() -> new ReportsController(rows(), spine.clock).disagreements(null, null));

    assertThat(page.items())
        .singleElement()
        .satisfies(
            item -> {
              assertThat(item.deliveryId()).isEqualTo(spine.delivery(contradicted));
              assertThat(item.state()).isEqualTo("DELIVERED");
              assertThat(item.receipts())
                  .extracting(DisagreementView.ReceiptView::status)
                  .containsExactly("delivered", "undelivered");
              assertThat(item.receipts())
                  .extracting(DisagreementView.ReceiptView::disagrees)
                  .containsExactly(false, true);
            });
  }
}
