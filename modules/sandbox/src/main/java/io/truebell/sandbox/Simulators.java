package io.truebell.sandbox;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.ProviderSimulator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The simulators that the installed channels bring. */
@Component
class Simulators {
  private final Map<ChannelKey, ProviderSimulator> all;

  Simulators(ObjectProvider<ProviderSimulator> installed) {
    all =
        installed.stream()
            .collect(Collectors.toMap(ProviderSimulator::channel, Function.identity()));
  }

  Optional<ProviderSimulator> of(ChannelKey channel) {
    return Optional.ofNullable(all.get(channel));
  }
}
