package io.truebell.suppression;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.ChannelAdapter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** What of the channels counts here. */
@Component
class KnownChannels {
  private final ObjectProvider<ChannelAdapter> adapters;

  KnownChannels(ObjectProvider<ChannelAdapter> adapters) {
    this.adapters = adapters;
  }

  boolean needsGrant(ChannelKey channel) {
    return adapters.stream()
        .map(ChannelAdapter::descriptor)
        .anyMatch(d -> d.key().equals(channel) && d.needsGrant());
  }

  /** Whether there is a channel of that name. */
  boolean has(String channel) {
    return adapters.stream().anyMatch(a -> a.descriptor().key().value().equals(channel));
  }
}
