package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.path.DeliveryPath;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What stands between a claim and its call, and what a call says. */
class SpacedCallsTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine = Spine.open();
    var _ = spine.account("main");
    spine.reachable("ann", "a");
    spine.provider.always(Behaviour.answer(200, "ok"));
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private void post(Post post) {
    var _ = spine.within(() -> spine.intake().post(post));
  }

  @Test
  @Tag("CALM-1")
  void aCallThatComesTooEarlyIsGivenBackForLaterAndIsNoFailure() {
    spine.speaker.waits.add(Duration.ofSeconds(10));
    post(Post.to("ann"));
    int claimed = spine.visit();
    spine.settle();

    assertThat(claimed).isOne();
    assertThat(spine.provider.received()).isEmpty();
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
    assertThat(spine.reasonOf("ann")).isEqualTo("scripted_pace");
    assertThat(spine.visit()).isZero();

    spine.clock.tick(Duration.ofSeconds(10));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.provider.received()).hasSize(1);
    assertThat(spine.speaker.inside.get()).isZero();
  }

  @Test
  @Tag("CALM-1")
  void aShortWaitIsWaitedForInTheCallsOwnThread() {
    spine.speaker.waits.add(Duration.ofMillis(20));
    spine.speaker.waits.add(Duration.ofMillis(20));
    post(Post.to("ann"));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThat(spine.speaker.asked.get()).isEqualTo(3);
    assertThat(spine.story("ann"))
        .containsExactly(
            "->QUEUED planned",
            "QUEUED>CLAIMED gates_passed",
            "CLAIMED>ACCEPTED provider_accepted");
  }

  @Test
  @Tag("CALM-5")
  void nothingIsCalledWhileNobodyCanBeAskedAndItGoesOnByItself() {
    spine.speaker.broken = true;
    post(Post.to("ann"));
    int _ = spine.visit();
    spine.settle();
    assertThat(spine.reasonOf("ann")).isEqualTo("turnstile_failed");
    assertThat(spine.provider.received()).isEmpty();

    spine.speaker.broken = false;
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  @Tag("CALM-1")
  void theTurnstileIsLeftEvenWhenTheAdapterThrows() {
    spine.reachable("bob", "throws");
    post(Post.to("bob"));
    spine.run();

    assertThat(spine.stateOf("bob")).isEqualTo("UNKNOWN");
    assertThat(spine.speaker.inside.get()).isZero();
  }

  @Test
  @Tag("SEND-8")
  void whoStandsInLineWhenTheWorkerStopsIsGivenBackAndNotCalled() {
    DeliveryPath path = spine.bean(DeliveryPath.class);
    spine.speaker.meanwhile = path::stopBeginning;
    post(Post.to("ann"));
    int _ = spine.visit();
    spine.settle();

    assertThat(spine.provider.received()).isEmpty();
    assertThat(spine.stateOf("ann")).isEqualTo("QUEUED");
    assertThat(spine.speaker.inside.get()).isZero();

    spine.speaker.meanwhile = () -> {};
    path.resume();
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
  }

  @Test
  @Tag("CALM-2")
  void aDigestSaysWhatItsPluginSaysAndNotItsOwnNotification() {
    post(Post.to("ann").type("said.instead"));
    spine.run();

    assertThat(spine.provider.received().getFirst().text()).contains("|3 updates|x|");
  }

  @Test
  @Tag("GRANT-4")
  void contentIsCheckedAsItWillBeSaid() {
    TestChannel channel = (TestChannel) spine.bean(ChannelAdapter.class);
    channel.needsConsents(Map.of("said.instead", "tpl-1"));
    post(
        Post.to("ann")
            .type("said.instead")
            .payload(Map.of("title", "t", "text", "short", "long", true)));
    spine.run();

    assertThat(spine.reasonOf("ann")).isEqualTo("content_unfit");
  }
}
