package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAccounts.GrantTemplate;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.Notifications;
import io.truebell.core.spi.Notifications.Fact;
import io.truebell.core.spi.Verdict;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.intake.TestIntake.Posted;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What a channel that needs a consent for each send asks of the spine, and what plugins hand in.
 */
class ConsentGatesTest {
  private static final Actor PLUGIN = new Actor("system", "plugin");

  private Spine spine;
  private TestChannel channel;
  private UUID account;

  @BeforeEach
  void open() {
    spine = Spine.open();
    account = spine.account("main");
    spine.reachable("ann", "address-1");
    spine.provider.always(Behaviour.answer(200, "ok"));
    channel = (TestChannel) spine.bean(ChannelAdapter.class);
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private Posted post(Post post) {
    return spine.within(() -> spine.intake().post(post));
  }

  @Test
  @Tag("GRANT-4")
  void aTypeWithoutATemplateIsNotCalledAndSaysWhy() {
    channel.needsConsents(Map.of("drink.water", "tpl-1"));
    post(Post.to("ann"));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("REJECTED");
    assertThat(spine.reasonOf("ann")).isEqualTo("no_template");
    assertThat(spine.provider.received()).isEmpty();
  }

  @Test
  @Tag("TRUTH-5")
  void whatTheTemplateCannotHoldIsRefusedBeforeTheCallAndByTheDryRunAlike() {
    channel.needsConsents(Map.of("trip.changed", "tpl-1"));
    Post fits = Post.to("ann");
    Post tooLong = fits.payload(Map.of("title", "Gate changed", "text", "x".repeat(21)));

    assertThat(spine.<List<String>>within(() -> spine.intake().rehearse(fits)))
        .containsExactly("ann would_be_sent gates_would_pass");
    assertThat(spine.<List<String>>within(() -> spine.intake().rehearse(tooLong)))
        .containsExactly("ann would_end_as_rejected content_unfit");
    post(tooLong);
    spine.run();

    assertThat(spine.story("ann"))
        .containsExactly("->QUEUED planned", "QUEUED>REJECTED content_unfit");
    assertThat(spine.provider.received()).isEmpty();
  }

  @Test
  @Tag("FACT-2")
  void anAdapterThatStumblesOverOneContentHoldsNobodyUp() {
    channel.needsConsents(Map.of("trip.changed", "tpl-1"));
    spine.reachable("bob", "address-2");
    post(Post.to("ann").payload(Map.of("title", "Gate changed", "text", "stumble")));
    post(Post.to("bob"));
    spine.run();

    assertThat(spine.stateOf("ann")).isEqualTo("REJECTED");
    assertThat(spine.reasonOf("ann")).isEqualTo("channel_stumbled");
    assertThat(spine.stateOf("bob")).isEqualTo("ACCEPTED");
  }

  @Test
  void templatesAreKnownByTheTypesThatGoOutWithThem() {
    assertThat(templates()).isEmpty();
    channel.needsConsents(Map.of("a.one", "tpl-1", "a.two", "tpl-1", "b", "tpl-2"));

    assertThat(templates())
        .containsExactlyInAnyOrder(
            new GrantTemplate(
                new AccountId(account), TestChannel.KEY, "tpl-1", List.of("a.one", "a.two")),
            new GrantTemplate(new AccountId(account), TestChannel.KEY, "tpl-2", List.of("b")));
  }

  private List<GrantTemplate> templates() {
    return spine.within(() -> spine.bean(ChannelAccounts.class).grantTemplates());
  }

  @Test
  @Tag("SEND-6")
  void anAddressIsCalledOnceAtATimeWhereTheProviderWantsThatOverTwoNodesToo() {
    channel.wantsOneCallPerAddress();
    spine.reachable("bob", "address-2");
    CountDownLatch answer = new CountDownLatch(1);
    spine.provider.always(
        new Behaviour.Decide(
            r -> {
              await(answer);
              return Behaviour.answer(200, "ok");
            }));
    for (int i = 0; i < 3; i++) {
      post(Post.to("ann"));
    }
    post(Post.to("bob"));

    try (Spine second = spine.secondNode()) {
      ((TestChannel) second.bean(ChannelAdapter.class)).wantsOneCallPerAddress();
      assertThat(spine.visit()).as("one of ann's and bob's").isEqualTo(2);
      spine.clock.tick(Duration.ofSeconds(2));
      assertThat(second.visit()).as("ann is being called").isZero();
      answer.countDown();
      spine.settle();
      spine.clock.tick(Duration.ofSeconds(2));
      assertThat(second.visit()).as("the next of ann's").isEqualTo(1);
      second.settle();
    }
    spine.clock.tick(Duration.ofSeconds(2));
    spine.run();

    assertThat(spine.states()).isEqualTo(Map.of("ACCEPTED", 4L));
    assertThat(spine.provider.received()).hasSize(4);
  }

  @Test
  void gatesAreToldWhatWasDecidedButForWhatIsHeld() {
    post(Post.to("ann"));
    post(Post.to("ann").type("gate.degrade"));
    post(Post.to("ann").type("gate.hold"));
    spine.visit();
    spine.settle();

    assertThat(spine.gate.decided)
        .extracting(DecidedDelivery::verdict)
        .hasSize(2)
        .hasAtLeastOneElementOfType(Verdict.Pass.class)
        .hasAtLeastOneElementOfType(Verdict.Degrade.class);
  }

  @Test
  void gatesAreToldWhatItsSenderWithdrew() {
    Posted posted = post(Post.to("ann"));
    spine.within(() -> spine.intake().withdraw(posted.id()));

    assertThat(spine.gate.settled)
        .singleElement()
        .satisfies(settled -> assertThat(settled.state()).isEqualTo(DeliveryState.CANCELLED));
  }

  @Test
  void aRetryKnowsWhatEarlierCallsBrought() {
    spine.provider.then(Behaviour.answer(429, "slow down"));
    post(Post.to("ann"));
    spine.run();
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();

    assertThat(channel.earlierCodes).containsExactly(Set.of(), Set.of("http_429"));
  }

  @Test
  void aRetryKnowsThatAnEarlierCallMayHaveBeenCarriedOut() {
    channel.deduplicatesFor(Duration.ofMinutes(10));
    spine.provider.then(new Behaviour.Reset());
    post(Post.to("ann"));
    spine.run();
    spine.clock.tick(Duration.ofMinutes(1));
    spine.run();

    assertThat(channel.earlierCodes).hasSize(2);
    assertThat(List.copyOf(channel.earlierCodes).getLast()).contains("unknown");
  }

  @Test
  @Tag("FACT-1")
  void whatAPluginHandsInIsTrueWithItsOwnTransactionOrNotAtAll() {
    Notifications notifications = spine.bean(Notifications.class);
    TransactionTemplate transaction = spine.bean(TransactionTemplate.class);

    spine.within(
        () ->
            transaction.execute(
                status -> {
                  notifications.accept(fact("ann"), PLUGIN);
                  status.setRollbackOnly();
                  return true;
                }));
    assertThat(spine.count("notification") + spine.count("message")).isZero();

    Notifications.Accepted first = accept(fact("ann"));
    Notifications.Accepted again = accept(fact("ann"));
    assertThat(first.queued()).hasSize(1);
    assertThat(again.again()).isTrue();
    assertThat(again.id()).isEqualTo(first.id());
    spine.run();
    assertThat(spine.stateOf("ann")).isEqualTo("ACCEPTED");
    assertThatThrownBy(() -> accept(fact("nobody"))).isInstanceOf(ApiProblem.class);
  }

  @Test
  @Tag("FACT-3")
  void whatAPluginHandsInForSomebodyWithoutAnAddressIsForTheInbox() {
    spine.recipient("bob");
    assertThat(accept(fact("bob")).queued()).isEmpty();
    assertThat(spine.stateOf("bob")).isEqualTo("INBOX_ONLY");
  }

  private Notifications.Accepted accept(Fact fact) {
    return spine.within(
        () ->
            Objects.requireNonNull(
                spine
                    .bean(TransactionTemplate.class)
                    .execute(s -> spine.bean(Notifications.class).accept(fact, PLUGIN))));
  }

  private static Fact fact(String recipient) {
    return new Fact(
        "drink.water",
        Category.TRANSACTIONAL,
        "plan:water",
        List.of(recipient),
        Map.of("title", "Drink some water"),
        List.of(new ChannelKey("test")),
        false,
        null,
        null,
        "plan-1-" + recipient);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
