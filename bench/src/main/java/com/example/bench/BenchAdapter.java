package com.example.bench;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.core.wire.Wire;
import java.time.Duration;
import java.util.List;

/** Calls the provider that the account names, or, where it names none, answers by itself. */
final class BenchAdapter implements ChannelAdapter {
  private static final Title TITLE = new Title("Benchmark", "基准测试");
  private static final String SETTINGS =
      """
      {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "additionalProperties": false,
        "properties": {"url": {"type": "string", "title": "Provider", "x-title-zh": "服务地址"}}
      }
      """;

  private static final ChannelDescriptor DESCRIPTOR =
      new ChannelDescriptor(
          new ChannelKey("bench"),
          TITLE,
          SETTINGS,
          List.of(),
          false,
          TITLE,
          false,
          false,
          null,
          false,
          Duration.ofSeconds(30),
          null,
          Ceiling.ACCEPTED);

  private final Wire wire;

  BenchAdapter(Wire wire) {
    this.wire = wire;
  }

  @Override
  public ChannelDescriptor descriptor() {
    return DESCRIPTOR;
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
    String url = call.settings().text("url", "");
    if (url.isEmpty()) {
      return new Outcome.Accepted(call.idempotencyKey(), "not_called", "", false);
    }
    return BenchCall.make(
        wire,
        url,
        call.delivery().toString(),
        call.content().title(),
        call.content().text(),
        call.timeout());
  }
}
