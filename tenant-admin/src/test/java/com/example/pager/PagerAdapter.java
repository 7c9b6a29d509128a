package com.example.pager;

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

/** A channel of somebody else. */
final class PagerAdapter implements ChannelAdapter {
  @Override
  public ChannelDescriptor descriptor() {
    Title title = new Title("Pager", "寻呼机");
    return new ChannelDescriptor(
        new ChannelKey("pager"),
        title,
        "{\"type\": \"object\"}",
        List.of(),
        false,
        title,
        false,
        false,
        null,
        false,
        Duration.ofSeconds(10),
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
    return new Outcome.Unknown("not_called", "");
  }
}
