package io.truebell.testkit;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.wire.Wire;
import java.net.URI;
import java.util.List;

/** The contract on a provider that can be asked. */
class PostalQueryTest extends ProviderQueryContract {
  @Override
  protected ChannelAdapter adapter(Wire wire, URI provider) {
    return new PostalChannel(wire, provider);
  }

  @Override
  protected String address(URI provider) {
    return "box-q7w8x9z0";
  }

  @Override
  protected String secretPart() {
    return "q7w8x9z0";
  }

  @Override
  protected Behaviour acceptance() {
    return Behaviour.answer(200, "TAKEN 77");
  }

  @Override
  protected List<Example> examples() {
    return List.of();
  }

  @Override
  protected List<Known> answers() {
    return List.of(
        new Known(Behaviour.answer(200, "STATE there"), "delivered"),
        new Known(Behaviour.answer(200, "STATE lost"), "undelivered"),
        new Known(Behaviour.answer(200, "STATE moving"), "progress"),
        new Known(Behaviour.answer(404, "NONE"), "not_found"));
  }

  @Override
  protected String sandboxAddress() {
    return "sandbox-accepted";
  }
}
