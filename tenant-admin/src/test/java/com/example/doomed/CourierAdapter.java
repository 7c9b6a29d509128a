package com.example.doomed;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.Fault;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireResult;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A channel whose provider writes down every call: which delivery, which attempt, which node. */
final class CourierAdapter implements ChannelAdapter {
  /** In bytes; so large where it matters that a request can be half way out. */
  private static final int BODY = Integer.getInteger("doomed.body", 64);

  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final Wire wire;
  private final String provider;

  CourierAdapter(Wire wire, String provider) {
    this.wire = wire;
    this.provider = provider;
  }

  @Override
  public ChannelDescriptor descriptor() {
    Title title = new Title("Courier", "信使");
    return new ChannelDescriptor(
        new ChannelKey("courier"),
        title,
        "{\"type\": \"object\"}",
        List.of(),
        false,
        title,
        false,
        true,
        null,
        false,
        TIMEOUT,
        null,
        Ceiling.DELIVERED);
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
    Doom.at("call.entered");
    WireResult result = wire.exchange(request(call));
    Doom.at("call.answered");
    return switch (result) {
      case WireResult.NeverLeft n ->
          new Outcome.Transient(n.code(), n.text(), null, Outcome.SlowScope.DELIVERY);
      case WireResult.Lost l -> new Outcome.Unknown(l.code(), l.text());
      case WireResult.Answered a -> outcome(a);
    };
  }

  private WireRequest request(ChannelCall call) {
    return new WireRequest(
        "POST",
        URI.create(provider + "/send/" + call.address().revealText()),
        Map.of(
            "X-Delivery",
            call.delivery().value().toString(),
            "X-Key",
            call.idempotencyKey(),
            "X-Attempt",
            Integer.toString(call.attempt()),
            "X-Node",
            Long.toString(ProcessHandle.current().pid())),
        new byte[BODY],
        call.timeout(),
        WireRequest.Reach.FIXED);
  }

  private static Outcome outcome(WireResult.Answered answer) {
    String code = Integer.toString(answer.status());
    return switch (answer.status()) {
      case 200 -> new Outcome.Accepted("courier-" + code, code, "", false);
      case 400 -> new Outcome.Rejected(Fault.RECIPIENT, code, "refused", false);
      case 503 ->
          new Outcome.Transient(
              code,
              "later",
              answer
                  .header("Retry-After")
                  .map(s -> Duration.ofSeconds(Long.parseLong(s)))
                  .orElse(null),
              Outcome.SlowScope.DELIVERY);
      default -> new Outcome.Unknown(code, "");
    };
  }
}
