package io.truebell.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.QueryAnswer;
import io.truebell.core.spi.QueryAnswer.NoAnswer;
import io.truebell.core.spi.QueryCall;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every channel must do whose provider can be asked what became of a delivery. Its test
 * extends this class beside {@link ChannelAdapterContract}.
 */
public abstract class ProviderQueryContract extends AdapterUnderTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final Instant CALLED = Instant.parse("2026-11-30T08:00:00Z");

  /**
   * One documented answer to the question.
   *
   * @param means {@code delivered}, {@code undelivered}, {@code progress} or {@code not_found}
   */
  public record Known(Behaviour says, String means) {}

  /** Every documented answer, {@code delivered} among them. */
  protected abstract List<Known> answers();

  private QueryAnswer ask(Duration timeout, @Nullable URI sandbox) {
    String address = sandbox == null ? address(provider.uri("")) : sandboxAddress();
    ChannelCall call = call(address, 1, timeout, sandbox);
    return adapter(wire(), provider.uri(""))
        .ask(
            new QueryCall(
                call.delivery(),
                call.idempotencyKey(),
                "ref-1",
                CALLED,
                call.settings(),
                call.credentials(),
                call.address(),
                call.sandbox(),
                call.timeout()));
  }

  @Test
  void theChannelSaysThatItCanBeAsked() {
    assertThat(adapter(wire(), provider.uri("")).descriptor().hasQuery()).isTrue();
    assertThat(answers()).extracting(Known::means).contains("delivered");
  }

  @ParameterizedTest
  @MethodSource("answers")
  @Tag("TRUTH-2")
  void everyDocumentedAnswerMeansWhatItsDocumentsSay(Known known) {
    provider.always(known.says());
    assertThat(ask(CallFixture.AMPLE, null).word()).isEqualTo(known.means());
    assertThat(provider.received()).as("one question is one request").hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("unrecognised")
  @Tag("TRUTH-2")
  void fromAnAnswerThatNoDocumentDescribesNothingIsConcluded(Behaviour behaviour) {
    provider.always(behaviour);
    assertThat(ask(CallFixture.AMPLE, null)).isInstanceOf(NoAnswer.class);
  }

  @ParameterizedTest
  @MethodSource("losses")
  @Tag("TRUTH-2")
  void withoutAWholeAnswerNothingIsConcluded(Behaviour behaviour) {
    provider.always(behaviour);
    assertThat(ask(CallFixture.AMPLE, null)).isInstanceOf(NoAnswer.class);
  }

  @Test
  @Tag("TRUTH-2")
  void silenceAndARefusedConnectionAreNoAnswer() {
    provider.always(new Behaviour.Hang());
    assertThat(ask(SHORT, null)).isInstanceOf(NoAnswer.class);
    provider.close();
    provider = FakeProvider.refusing();
    assertThat(ask(CallFixture.AMPLE, null)).isInstanceOf(NoAnswer.class);
  }

  @Test
  @Tag("SEAL-2")
  void noSecretIsInAnAnswerOrALog() {
    String[] secrets = secrets().toArray(String[]::new);
    try (LogCapture logs = new LogCapture()) {
      for (Known known : answers()) {
        provider.always(known.says());
        assertThat(ask(CallFixture.AMPLE, null).toString()).doesNotContain(secrets);
      }
      for (int status : List.of(200, 400, 404, 500)) {
        provider.always(
            new Behaviour.Decide(
                r -> Behaviour.answer(status, r.target() + "\n" + r.text() + r.headers())));
        assertThat(ask(CallFixture.AMPLE, null).toString()).doesNotContain(secrets);
      }
      assertThat(logs.text()).doesNotContain(secrets);
    }
  }

  @Test
  void aSandboxAccountAsksTheSimulatorAndNobodyElse() {
    try (FakeProvider simulator = FakeProvider.plain()) {
      simulator.always(answers().getFirst().says());
      QueryAnswer answer = ask(CallFixture.AMPLE, simulator.uri("/sandbox/ticket"));
      assertThat(answer.word()).isEqualTo(answers().getFirst().means());
      assertThat(simulator.only().target()).startsWith("/sandbox/ticket/");
      assertThat(provider.connections()).isZero();
    }
  }
}
