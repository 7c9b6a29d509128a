package io.truebell.dispatch.overview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.Spine;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.overview.OverviewView.AttentionView;
import io.truebell.dispatch.overview.OverviewView.BacklogView;
import io.truebell.dispatch.overview.OverviewView.FirstStepsView;
import io.truebell.dispatch.overview.OverviewView.OverviewHourView;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The overview says of a tenant what its rows say. */
class OverviewTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private OverviewView overview(@Nullable Instant from) {
    OverviewController controller =
        new OverviewController(
            new OverviewRows(spine.jdbc),
            spine.bean(Sentences.class),
            JsonMapper.builder().build(),
            spine.clock);
    return spine.within(() -> controller.overview(from));
  }

  private UUID post(Post post) {
    return spine.within(() -> spine.intake().post(post)).messages().getFirst();
  }

  private UUID sent(String name, Behaviour answer) {
    spine.reachable(name, name);
    spine.provider.always(answer);
    UUID message = post(Post.to(name));
    spine.run();
    return message;
  }

  @Test
  void aNewTenantHasNothingAndTakesItsFirstStepsOneByOne() {
    OverviewView nothing = overview(null);
    assertThat(nothing.deliveries()).isEmpty();
    assertThat(nothing.hours()).isEmpty();
    assertThat(nothing.held()).isEmpty();
    assertThat(nothing.attention()).isEmpty();
    assertThat(nothing.backlog()).isEqualTo(new BacklogView(0, null));
    assertThat(nothing.firstSteps())
        .isEqualTo(new FirstStepsView(false, false, false, false, false));

    spine.account("main");
    spine.recipient("ann");
    assertThat(overview(null).firstSteps())
        .isEqualTo(new FirstStepsView(true, true, false, false, false));
    post(Post.to("ann"));
    assertThat(overview(null).firstSteps())
        .isEqualTo(new FirstStepsView(true, true, false, true, false));
    assertThat(overview(null).deliveries()).isEqualTo(Map.of(DeliveryState.INBOX_ONLY, 1L));
    sent("bob", Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofDays(40));
    OverviewView later = overview(null);
    assertThat(later.deliveries()).as("long ago").isEmpty();
    assertThat(later.firstSteps()).isEqualTo(new FirstStepsView(true, true, true, true, true));
  }

  @Test
  void deliveriesAreCountedByTheHourTheyWereMadeAndByWhereTheyStandNow() {
    spine.account("main");
    Instant start = spine.clock.instant();
    sent("p1", Behaviour.answer(200, "ok"));
    sent("p2", Behaviour.answer(400, "no"));
    spine.clock.tick(Duration.ofMinutes(125));
    sent("p3", Behaviour.answer(200, "confirmed"));

    OverviewView view = overview(start);

    assertThat(view.deliveries())
        .isEqualTo(
            Map.of(
                DeliveryState.ACCEPTED, 1L,
                DeliveryState.REJECTED, 1L,
                DeliveryState.DELIVERED, 1L));
    assertThat(view.hours())
        .containsExactly(
            new OverviewHourView(
                start, Map.of(DeliveryState.ACCEPTED, 1L, DeliveryState.REJECTED, 1L)),
            new OverviewHourView(
                start.plus(Duration.ofHours(2)), Map.of(DeliveryState.DELIVERED, 1L)));
    assertThat(overview(start.plusSeconds(1)).deliveries())
        .isEqualTo(Map.of(DeliveryState.DELIVERED, 1L));
  }

  @Test
  void whatIsDueAndWhatWaitsForLaterAreToldApart() {
    spine.account("main");
    Instant now = spine.clock.instant();
    for (String name : spine.crowd(5)) {
      post(Post.to(name).category(name.equals("p1") ? "marketing" : "transactional"));
    }
    spine.reachable("ann", "a");
    spine.reachable("bob", "b");
    post(Post.to("ann").notBefore(now.plusSeconds(600)));
    post(Post.to("bob").category("marketing").notBefore(now.plusSeconds(60)));
    spine.clock.tick(Duration.ofSeconds(5));

    OverviewView view = overview(null);

    assertThat(view.backlog()).isEqualTo(new BacklogView(5, now));
    assertThat(view.held())
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.count()).isEqualTo(2);
              assertThat(held.nextAt()).isEqualTo(now.plusSeconds(60));
              assertThat(held.said().en()).endsWith(".").doesNotContain("?");
            });
  }

  @Test
  void aHeldRetrySaysItsReason() {
    spine.account("main");
    sent("ann", Behaviour.answer(429, "slow down"));
    assertThat(overview(null).held())
        .singleElement()
        .satisfies(
            held -> {
              assertThat(held.reason()).isEqualTo("retry_later");
              assertThat(held.said().en()).contains("slow down");
              assertThat(held.nextAt()).isAfter(spine.clock.instant());
            });
  }

  @Test
  @Tag("TRUTH-6")
  void troubleIsGroupedWithItsNewestMessageAndSilenceIsTrouble() {
    spine.account("main");
    UUID silent = sent("p1", Behaviour.answer(200, "ok"));
    spine.clock.tick(Duration.ofHours(2));
    spine.reconcile();
    UUID ignored = sent("p2", new Behaviour.Reset());
    spine.clock.tick(Duration.ofMinutes(1));
    UUID unknown = sent("p3", new Behaviour.Reset());
    spine.clock.tick(Duration.ofMinutes(1));
    UUID failed = sent("p4", Behaviour.answer(503, "down"));
    spine.clock.tick(Duration.ofMinutes(1));
    sent("p5", Behaviour.answer(200, "ok"));

    OverviewView view = overview(null);

    assertThat(view.attention())
        .extracting(AttentionView::kind, AttentionView::count, AttentionView::message)
        .containsExactly(
            tuple("failed", 1L, failed),
            tuple("unknown", 2L, unknown),
            tuple("receipt_overdue", 1L, silent));
    assertThat(view.attention())
        .allSatisfy(
            one -> {
              assertThat(one.channel()).isEqualTo("test");
              assertThat(one.said().en()).doesNotContain("?", "{");
            });
    assertThat(overview(spine.clock.instant().minusSeconds(130)).attention())
        .as("since a minute ago")
        .extracting(AttentionView::count)
        .containsExactly(1L, 1L);
  }

  @Test
  void aRangeThatIsTooLongOrInTheFutureIsRefusedByItsName() {
    spine.account("main");
    Instant now = spine.clock.instant();
    assertThat(overview(now.minus(Duration.ofDays(31))).deliveries()).isEmpty();
    assertThatThrownBy(() -> overview(now.minus(Duration.ofDays(32))))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> assertThat(problem.fields().getFirst().field()).isEqualTo("from"));
    assertThatThrownBy(() -> overview(now.plusSeconds(1))).isInstanceOf(ApiProblem.class);
  }
}
