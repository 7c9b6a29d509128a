package io.truebell.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.QueryCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every channel must do, whatever its protocol. A channel's test extends this class, says how
 * its provider talks, and adds what is special about it. One instance runs all tests, so what a
 * subclass keeps in fields is made anew before each test.
 */
public abstract class ChannelAdapterContract extends AdapterUnderTest {
  private static final Duration SHORT = Duration.ofMillis(400);
  private static final int PARALLEL = 50;

  @Test
  @Tag("SEND-2")
  void theProvidersYesIsAccepted() {
    provider.always(acceptance());
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Accepted.class);
    assertThat(provider.received()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("examples")
  @Tag("SEND-2")
  void everyDocumentedAnswerMeansWhatItsDocumentsSay(Example example) {
    provider.always(example.says());
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(example.means());
    assertThat(provider.received()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("unrecognised")
  @Tag("SEND-2")
  void aStatusAloneIsSuccessOnlyWhereItIsDocumentedToBe(Behaviour behaviour) {
    provider.always(behaviour);
    // where the protocol documents the status as the whole answer, the body must not matter either
    Class<? extends Outcome> means = bodyMatters() ? Unknown.class : Accepted.class;
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(means);
  }

  @ParameterizedTest
  @MethodSource("losses")
  @Tag("SEND-2")
  @Tag("SEND-3")
  void withoutAWholeAnswerNothingIsKnown(Behaviour behaviour) {
    provider.always(behaviour);
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
    assertThat(provider.received()).hasSize(1);
  }

  @Test
  @Tag("SEND-3")
  void silenceEndsWithTheTimeoutAndIsUnknown() {
    provider.always(new Behaviour.Hang());
    Outcome outcome = send(1, SHORT);
    assertThat(outcome).isInstanceOf(Unknown.class);
    assertThat(outcome.code()).isEqualTo("timeout");
    assertThat(provider.received()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  @Tag("SEND-2")
  void aRefusedConnectionIsTransient() {
    provider.close();
    provider = FakeProvider.refusing();
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Transient.class);
  }

  @Test
  @Tag("SEND-7")
  void noNetworkFaultBecomesAnException() {
    Stream.concat(losses(), unrecognised())
        .forEach(
            behaviour -> {
              provider.always(behaviour);
              assertThat(send(1, CallFixture.AMPLE).code()).isNotBlank();
            });
  }

  @Test
  @Tag("SEAL-2")
  void noSecretIsInAnOutcomeOrALog() {
    Behaviour echo =
        new Behaviour.Decide(
            r -> Behaviour.answer(200, r.target() + "\n" + r.text() + r.headers()));
    Behaviour refusingEcho =
        new Behaviour.Decide(r -> Behaviour.answer(403, r.target() + "\n" + r.text()));
    try (LogCapture logs = new LogCapture()) {
      List<Behaviour> all = new ArrayList<>(List.of(acceptance(), echo, refusingEcho));
      examples().forEach(example -> all.add(example.says()));
      losses().forEach(all::add);
      for (Behaviour behaviour : all) {
        provider.always(behaviour);
        Outcome outcome = send(1, CallFixture.AMPLE);
        assertThat(outcome.toString() + outcome.code() + outcome.text())
            .doesNotContain(secrets().toArray(String[]::new));
      }
      assertThat(logs.text()).doesNotContain(secrets().toArray(String[]::new));
    }
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    assertThat(adapter.toString() + adapter.descriptor())
        .doesNotContain(secrets().toArray(String[]::new));
  }

  @Test
  @Tag("SEND-3")
  void everyAttemptCarriesTheSameIdempotencyKey() {
    provider.always(acceptance());
    send(1, CallFixture.AMPLE);
    send(2, CallFixture.AMPLE);
    List<Optional<String>> keys =
        provider.received().stream().map(this::idempotencyKeyOf).distinct().toList();
    assertThat(keys).hasSize(1);
    keys.getFirst().ifPresent(key -> assertThat(key).isEqualTo(CallFixture.KEY));
    if (adapter(wire(), provider.uri("")).descriptor().deduplicatesFor() != null) {
      assertThat(keys.getFirst())
          .as("a provider that removes duplicates is sent the key")
          .isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("losses")
  @Tag("SEND-3")
  void aProviderThatRemovesDuplicatesIsAskedAgainWithTheSameKey(Behaviour loss) {
    provider.then(loss, acceptance());
    assertThat(send(1, CallFixture.AMPLE)).isInstanceOf(Unknown.class);
    if (adapter(wire(), provider.uri("")).descriptor().deduplicatesFor() == null) {
      return;
    }
    assertThat(send(2, CallFixture.AMPLE)).isInstanceOf(Accepted.class);
    assertThat(provider.received())
        .hasSize(2)
        .extracting(this::idempotencyKeyOf)
        .containsOnly(Optional.of(CallFixture.KEY));
  }

  @Test
  @Tag("TRUTH-2")
  void aChannelThatCanBeAskedHasAnAnswer() throws NoSuchMethodException {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    boolean answers =
        adapter.getClass().getMethod("ask", QueryCall.class).getDeclaringClass()
            != ChannelAdapter.class;
    assertThat(answers)
        .as("it can be asked: its test extends ProviderQueryContract as well")
        .isEqualTo(adapter.descriptor().hasQuery());
  }

  @Test
  void aSandboxAccountTalksToTheSimulatorAndToNothingElse() {
    try (FakeProvider simulator = FakeProvider.plain()) {
      simulator.always(acceptance());
      ChannelCall call =
          call(sandboxAddress(), 1, CallFixture.AMPLE, simulator.uri("/sandbox/ticket"));
      assertThat(adapter(wire(), provider.uri("")).send(call)).isInstanceOf(Accepted.class);
      assertThat(simulator.only().target()).startsWith("/sandbox/ticket/");
      assertThat(provider.connections()).isZero();
    }
  }

  @Test
  void aSandboxAccountTakesMagicAddressesOnlyAndNamesThem() {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    assertThat(adapter.checkAddress(sandboxAddress(), true)).isEmpty();
    assertThat(adapter.checkAddress(sandboxAddress(), false)).isNotEmpty();
    assertThat(adapter.checkAddress(address(provider.uri("")), true))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.reason()).contains(sandboxAddress()));
  }

  @Test
  void aValidAddressMayBeStored() {
    assertThat(adapter(wire(), provider.uri("")).checkAddress(address(provider.uri("")), false))
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("badAddresses")
  void anAddressThatCannotBeOneIsRefused(String bad) {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    assertThat(adapter.checkAddress(adapter.tidy(bad), false))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.reason()).doesNotContain(secretPart()));
    assertThat(adapter.checkAddress(bad, true)).isNotEmpty();
  }

  @Test
  void tidyingTwiceChangesNothingMore() {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    String tidy = adapter.tidy("  " + address(provider.uri("")) + " \n");
    assertThat(tidy).isEqualTo(address(provider.uri("")));
    badAddresses()
        .forEach(bad -> assertThat(adapter.tidy(adapter.tidy(bad))).isEqualTo(adapter.tidy(bad)));
  }

  @Test
  @Tag("SEAL-2")
  void aHintShowsAtMostFourCharactersOfWhatIsSecret() {
    String hint = adapter(wire(), provider.uri("")).hint(address(provider.uri("")));
    assertThat(hint).isNotBlank();
    for (int i = 0; i + 5 <= secretPart().length(); i++) {
      assertThat(hint).doesNotContain(secretPart().substring(i, i + 5));
    }
  }

  @Test
  void theDescriptorIsStableAndItsSettingsFormIsValid() {
    ChannelDescriptor descriptor = adapter(wire(), provider.uri("")).descriptor();
    assertThat(adapter(wire(), provider.uri("")).descriptor()).isEqualTo(descriptor);
    assertThat(descriptor.timeout()).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(60));
    assertThat(descriptor.title().en()).isNotBlank();
    assertThat(descriptor.title().zh()).isNotBlank();
    SettingsForm form = SettingsForm.of(descriptor.settingsSchema());
    assertThat(form.faults()).isEmpty();
    assertThat(form.faultsOf(settings())).isEmpty();
    assertThat(form.faultsOf(Map.of("no_such_setting", 1))).isNotEmpty();
  }

  @Test
  void everyCredentialIsNamedAndChecked() {
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    adapter
        .descriptor()
        .credentials()
        .forEach(
            field -> {
              assertThat(field.title().zh()).isNotBlank();
              assertThat(adapter.checkSecret(field.name(), "\u0000")).isNotEmpty();
            });
    credentials()
        .forEach((field, value) -> assertThat(adapter.checkSecret(field, value)).isEmpty());
  }

  @Test
  @Tag("SEND-2")
  void fiftySendsAtOnceDoNotDisturbEachOther() throws ExecutionException, InterruptedException {
    provider.always(acceptance());
    ChannelAdapter adapter = adapter(wire(), provider.uri(""));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Outcome>> outcomes = new ArrayList<>();
      for (int i = 0; i < PARALLEL; i++) {
        outcomes.add(
            threads.submit(
                () -> adapter.send(call(address(provider.uri("")), 1, CallFixture.AMPLE, null))));
      }
      for (Future<Outcome> outcome : outcomes) {
        assertThat(outcome.get()).isInstanceOf(Accepted.class);
      }
    }
    assertThat(provider.received()).hasSize(PARALLEL);
  }
}
