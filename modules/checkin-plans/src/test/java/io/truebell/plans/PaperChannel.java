package io.truebell.plans;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SecretField;
import java.time.Duration;
import java.util.List;

/** A channel that is described and never called. */
record PaperChannel(ChannelKey key, boolean needsGrant) implements ChannelAdapter {
  @Override
  public ChannelDescriptor descriptor() {
    return new ChannelDescriptor(
        key,
        new SecretField.Title("Paper", "纸"),
        "{\"type\":\"object\"}",
        List.of(),
        false,
        new SecretField.Title("Address", "地址"),
        needsGrant,
        false,
        null,
        false,
        Duration.ofSeconds(5),
        null,
        Ceiling.ACCEPTED);
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
    throw new IllegalStateException("nobody calls paper");
  }
}
