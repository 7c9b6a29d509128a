package io.truebell.sandbox;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** A channel whose provider is addressed by the path and repeats what it was sent. */
final class FakeChannel implements ProviderSimulator {
  static final ChannelKey KEY = new ChannelKey("fake");

  @Override
  public ChannelKey channel() {
    return KEY;
  }

  @Override
  public Optional<Magic> addressed(Request request) {
    return Magic.of(request.path().substring(1));
  }

  @Override
  public Optional<Answer> answer(Magic magic, Request request, int earlier) {
    if (magic == Magic.RECEIPT_UNDELIVERED) {
      return Optional.empty();
    }
    String sent = new String(request.body(), StandardCharsets.UTF_8);
    String said = magic + " " + earlier + " " + sent + " " + request.headers().get("x-own");
    int status = magic == Magic.GARBAGE ? 699 : 200;
    return Optional.of(
        new Answer(status, Map.of("X-Back", "yes"), said.getBytes(StandardCharsets.UTF_8)));
  }
}
