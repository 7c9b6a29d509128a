package io.truebell.dispatch.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.tenancy.Tenants;
import io.truebell.dispatch.Spine;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.path.DeliveryPath;
import io.truebell.dispatch.path.DispatchSettings;
import io.truebell.testkit.Behaviour;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The worker's own loops, started and stopped. */
class WorkerTest {
  private static Worker worker(Spine spine) {
    return new Worker(
        spine.bean(DeliveryPath.class),
        spine.bean(DueTenants.class),
        spine.bean(Tenants.class),
        spine.bean(WakeBell.class),
        spine.bean(DispatchSettings.class),
        spine.clock);
  }

  @RepeatedTest(5)
  @Tag("SEND-8")
  void whereverAStopStrikesNothingIsLeftClaimed() throws InterruptedException {
    try (Spine spine = Spine.open()) {
      spine.account("main");
      List<String> people = spine.crowd(60);
      spine.provider.always(Behaviour.answer(200, "ok"));
      spine.within(() -> spine.intake().post(Post.to(people.toArray(String[]::new))));
      Worker worker = worker(spine);
      worker.start();
      spine.provider.awaitRequests(1);
      worker.stop();

      Map<String, Long> states = spine.states();
      assertThat(states.keySet()).isSubsetOf("QUEUED", "ACCEPTED");
      assertThat(states.values().stream().mapToLong(n -> n).sum()).isEqualTo(60);
      assertThat((long) spine.provider.received().size())
          .isEqualTo(states.getOrDefault("ACCEPTED", 0L));

      spine.bean(DeliveryPath.class).resume();
      spine.run();
      assertThat(spine.states()).isEqualTo(Map.of("ACCEPTED", 60L));
      assertThat(spine.provider.received()).hasSize(60);
    }
  }

  @Test
  void whatIsPostedWhileTheWorkerRunsIsSent() throws InterruptedException {
    try (Spine spine = Spine.open()) {
      spine.account("main");
      spine.reachable("ann", "a");
      spine.provider.always(Behaviour.answer(200, "ok"));
      Worker worker = worker(spine);
      worker.start();
      spine.within(() -> spine.intake().post(Post.to("ann")));
      spine.provider.awaitRequests(1);
      worker.stop();
      assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    }
  }
}
