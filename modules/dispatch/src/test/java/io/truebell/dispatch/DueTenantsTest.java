package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.tenancy.NoTenantScope;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hints find due work: never too late, and gone when nothing is left. */
class DueTenantsTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
    spine.provider.always(Behaviour.answer(200, "ok"));
  }

  @AfterEach
  void close() {
    spine.close();
  }

  @Test
  void aTenantWithNothingLeftHasNoHint() {
    spine.reachable("ann", "a");
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.run();
    // the visit left the hint at the end of the lease, for the sweep; that visit finds nothing
    spine.clock.tick(Duration.ofMinutes(5));
    spine.visit();
    assertThat(spine.count("datastore.due") + spine.count("datastore.wake")).isZero();
  }

  @Test
  void theHintStandsAtTheEarliestOfWhatIsPending() {
    spine.reachable("ann", "a");
    for (int hours : List.of(5, 2, 9)) {
      spine.within(
          () ->
              spine
                  .intake()
                  .post(
                      Post.to("ann")
                          .notBefore(spine.clock.instant().plus(Duration.ofHours(hours)))));
    }
    spine.within(() -> spine.intake().post(Post.to("ann")));
    spine.run();
    Instant first = spine.clock.instant().plus(Duration.ofHours(2));
    spine.clock.tick(Duration.ofMinutes(5));
    spine.visit();

    DueTenants due = spine.bean(DueTenants.class);
    assertThat(due.due(first.minusMillis(1))).isEmpty();
    assertThat(due.due(first)).containsExactly(spine.tenant.id());
  }

  @Test
  void noWakeUpIsLostInTheRaceBetweenACommitAndAReset() throws Exception {
    spine.reachable("ann", "a");
    AtomicInteger posting = new AtomicInteger(4);
    try (Spine other = spine.secondNode();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> posts = new java.util.ArrayList<>();
      for (int poster = 0; poster < 4; poster++) {
        posts.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 50; i++) {
                    spine.within(() -> spine.intake().post(Post.to("ann")));
                  }
                  posting.decrementAndGet();
                }));
      }
      List<Future<?>> visits = new java.util.ArrayList<>();
      for (Spine node : List.of(spine, other)) {
        visits.add(
            threads.submit(
                () -> {
                  while (posting.get() > 0) {
                    node.run();
                  }
                }));
      }
      for (Future<?> task : posts) {
        task.get();
      }
      for (Future<?> task : visits) {
        task.get();
      }
      // whatever is left must be found by its hint alone
      spine.run();
    }
    assertThat(spine.states()).isEqualTo(Map.of("ACCEPTED", 200L));
    assertThat(spine.provider.received()).hasSize(200);
  }

  @Test
  @Tag("WALL-1")
  void withoutAScopeNoQueryOfTheSpineWorks() {
    assertThatThrownBy(() -> spine.jdbc.sql("SELECT 1").query().singleValue())
        .hasRootCauseInstanceOf(NoTenantScope.class);
    assertThatThrownBy(
            () -> spine.shared.sql("SELECT count(*) FROM delivery").query().singleValue())
        .rootCause()
        .hasMessageContaining("relation \"delivery\" does not exist");
  }
}
