package io.truebell.channel.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.Magic;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.wire.WireResult;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import io.truebell.core.wire.WireSettings;
import io.truebell.testkit.CallFixture;
import io.truebell.testkit.TestClock;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WebhookSimulatorTest {
  private final WebhookSimulator simulator = new WebhookSimulator();

  @ParameterizedTest
  @CsvSource({
    "accepted, 0, Accepted",
    "rejected, 0, Transient",
    "not-found, 0, Transient",
    "gone, 0, Rejected",
    "cooldown, 0, Transient",
    "500, 0, Transient",
    "garbage, 0, Unknown",
    "transient-then-accepted, 0, Transient",
    "transient-then-accepted, 1, Accepted",
    "receipt-delivered, 0, Unknown",
    "receipt-undelivered, 0, Unknown",
  })
  void itsAnswersMeanToTheAdapterWhatTheAddressSays(String word, int earlier, String means) {
    Outcome outcome = send("https://sandbox.invalid/" + word, earlier);
    assertThat(outcome.getClass().getSimpleName()).isEqualTo(means);
  }

  @Test
  void itKnowsOnlyMagicWords() {
    assertThat(simulator.addressed(new Request("/hooks/x", Map.of(), new byte[0]))).isEmpty();
    assertThat(simulator.addressed(new Request("/", Map.of(), new byte[0]))).isEmpty();
  }

  @Test
  void aSandboxAccountNeverCallsAnOrdinaryAddress() {
    Outcome outcome = send("https://hooks.example.com/x", 0);
    assertThat(outcome.code()).isEqualTo("invalid_url");
  }

  private Outcome send(String address, int earlier) {
    return new WebhookAdapter(
            request -> simulate(request.uri(), earlier), WireSettings.DEFAULT, TestClock.atEight())
        .send(
            CallFixture.to(address)
                .credential(WebhookAdapter.SIGNING_SECRET, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                .sandbox(URI.create("http://127.0.0.1:1/sandbox/x"))
                .call());
  }

  private WireResult simulate(URI uri, int earlier) {
    String path = uri.getPath().substring("/sandbox/x".length());
    Request request = new Request(path, Map.of(), new byte[0]);
    Magic magic = simulator.addressed(request).orElseThrow();
    return simulator
        .answer(magic, request, earlier)
        .<WireResult>map(a -> new Answered(a.status(), a.headers(), a.body(), false))
        .orElse(new Lost("connection_lost", ""));
  }
}
