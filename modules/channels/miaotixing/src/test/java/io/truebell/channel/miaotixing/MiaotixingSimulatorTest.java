package io.truebell.channel.miaotixing;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.Magic;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Failed;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.spi.ProviderSimulator.Answer;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.testkit.CallFixture;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MiaotixingSimulatorTest {
  private final MiaotixingSimulator simulator = new MiaotixingSimulator();

  @ParameterizedTest
  @CsvSource({
    "sandbox-accepted, text, Accepted",
    "sandbox-rejected, text, Rejected",
    "sandbox-not-found, text, Rejected",
    "sandbox-cooldown, text, Unknown",
    "sandbox-500, text, Failed",
    "sandbox-receipt-delivered, text, Accepted",
    "sandbox-receipt-undelivered, text, Accepted",
    "sandbox-accepted, json, Accepted",
    "sandbox-rejected, json, Rejected",
    "sandbox-not-found, json, Rejected",
    "sandbox-cooldown, json, Transient",
    "sandbox-500, json, Failed",
  })
  void itsAnswersMeanToTheAdapterWhatTheAddressSays(String code, String protocol, String means) {
    Outcome outcome =
        adapterOverSimulator()
            .send(
                CallFixture.to(code)
                    .settings(Map.of("protocol", protocol))
                    .sandbox(URI.create("http://127.0.0.1:1/sandbox/x"))
                    .call());
    assertThat(outcome.getClass()).isEqualTo(kind(means));
  }

  @ParameterizedTest
  @CsvSource({
    "/trigger, id=tDS0Se9&text=x",
    "/trigger, id=sandbox-gone&text=x",
    "/trigger, text=sandbox-accepted",
    "/other, id=sandbox-accepted&text=x",
    "/trigger, id=sandbox-nonsense&text=x"
  })
  void itKnowsOnlyItsOwnMagicAddresses(String path, String form) {
    assertThat(
            simulator.addressed(new Request(path, Map.of(), form.getBytes(StandardCharsets.UTF_8))))
        .isEmpty();
  }

  private MiaotixingAdapter adapterOverSimulator() {
    return new MiaotixingAdapter(
        request -> {
          String path = request.uri().getPath().substring("/sandbox/x".length());
          Request simulated = new Request(path, Map.of(), request.body());
          Magic magic = simulator.addressed(simulated).orElseThrow();
          Answer answer = simulator.answer(magic, simulated, 0).orElseThrow();
          return new Answered(answer.status(), answer.headers(), answer.body(), false);
        },
        new MiaotixingSettings(
            URI.create("https://nowhere.invalid"), MiaotixingAdapter.PACING, "miaotixing"));
  }

  private static Class<? extends Outcome> kind(String name) {
    return switch (name) {
      case "Accepted" -> Accepted.class;
      case "Rejected" -> Rejected.class;
      case "Transient" -> Transient.class;
      case "Failed" -> Failed.class;
      default -> Unknown.class;
    };
  }
}
