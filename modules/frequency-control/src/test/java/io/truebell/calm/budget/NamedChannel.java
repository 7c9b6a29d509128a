package io.truebell.calm.budget;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SecretField.Title;
import java.time.Duration;
import java.util.List;

/** A channel that is there, and is never called here. */
record NamedChannel(ChannelKey key) implements ChannelAdapter {
  @Override
  public ChannelDescriptor descriptor() {
    Title title = new Title(key.value(), key.value());
    return new ChannelDescriptor(
        key,
        title,
        "{}",
        List.of(),
        false,
        title,
        false,
        false,
        null,
        false,
        Duration.ofSeconds(1),
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
    return "";
  }

  @Override
  public Outcome send(ChannelCall call) {
    throw new UnsupportedOperationException("nothing is sent here");
  }
}
