package io.truebell.testkit;

import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Outcome;
import io.truebell.core.wire.Wire;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** The contract on a provider that removes duplicates by key. */
class PostalChannelTest extends ChannelAdapterContract {
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
    return List.of(new Example(Behaviour.answer(400, "REFUSED"), Outcome.Rejected.class));
  }

  @Override
  protected Optional<String> idempotencyKeyOf(Received request) {
    return request.header("X-Key");
  }

  @Override
  protected String sandboxAddress() {
    return "sandbox-accepted";
  }
}
