package com.example.needy;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.core.spi.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers by the address, and calls nobody. */
public final class NeedyAdapter implements ChannelAdapter {
  private final AtomicInteger calls = new AtomicInteger();

  /** How often it was asked to send. */
  public int calls() {
    return calls.get();
  }

  @Override
  public ChannelDescriptor descriptor() {
    Title title = new Title("Needy", "需授权");
    return new ChannelDescriptor(
        new ChannelKey("needy"),
        title,
        "{\"type\": \"object\"}",
        List.of(),
        false,
        title,
        true,
        false,
        null,
        false,
        Duration.ofSeconds(5),
        null,
        Ceiling.ACCEPTED);
  }

  @Override
  public Map<String, String> templates(Settings settings) {
    return Map.of("drink.water", "tpl-water", "take.pill", "tpl-pill");
  }

  @Override
  public List<FieldProblem> checkAddress(String address, boolean sandbox) {
    return List.of();
  }

  @Override
  public List<FieldProblem> checkSecret(String field, String value) {
    return List.of();
  }

  @Override
  public String tidy(String address) {
    return address;
  }

  @Override
  public String hint(String address) {
    return "…";
  }

  @Override
  public Outcome send(ChannelCall call) {
    calls.incrementAndGet();
    return switch (call.address().revealText()) {
      case "refuses" ->
          new Outcome.Rejected(
              Fault.RECIPIENT, "43101", "refused", false, Set.of(Proof.NO_AUTHORISATION));
      case "silent" -> new Outcome.Unknown("timeout", "");
      default -> new Outcome.Accepted("ref", "0", "ok", false);
    };
  }
}
