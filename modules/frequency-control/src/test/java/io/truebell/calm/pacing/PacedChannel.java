package io.truebell.calm.pacing;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Ceiling;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SecretField.Title;
import io.truebell.core.spi.Settings;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A channel whose accounts name their egress in their settings. */
record PacedChannel(ChannelKey key, @Nullable Duration pacing) implements ChannelAdapter {
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
        pacing,
        Ceiling.ACCEPTED);
  }

  @Override
  public @Nullable String sharedEgress(Settings settings) {
    return pacing == null ? null : settings.text("egress", key.value());
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
    throw new UnsupportedOperationException("the test calls its own provider");
  }
}
