package io.truebell.dispatch.accounts;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelDescriptor;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** The channel plugins on the class path, by key. */
@Component
public final class Channels {
  private final Map<String, ChannelAdapter> adapters;

  @Autowired
  Channels(ObjectProvider<ChannelAdapter> adapters) {
    this(adapters.stream().toList());
  }

  /**
   * @throws IllegalStateException when two plugins claim the same key: which one sends must never
   *     depend on the order of the class path
   */
  public Channels(List<ChannelAdapter> adapters) {
    Map<String, ChannelAdapter> byKey = new TreeMap<>();
    for (ChannelAdapter adapter : adapters) {
      String key = adapter.descriptor().key().value();
      ChannelAdapter other = byKey.put(key, adapter);
      if (other != null) {
        throw new IllegalStateException(
            "channel %s is claimed by both %s and %s"
                .formatted(key, other.getClass().getName(), adapter.getClass().getName()));
      }
    }
    this.adapters = Collections.unmodifiableMap(byKey);
  }

  /** The adapter of a channel; empty when no plugin serves it. */
  public Optional<ChannelAdapter> find(ChannelKey key) {
    return find(key.value());
  }

  /** The adapter of a channel by whatever a caller wrote; empty when no plugin serves it. */
  public Optional<ChannelAdapter> find(String key) {
    return Optional.ofNullable(adapters.get(key));
  }

  /** What is installed, by key. */
  public List<ChannelDescriptor> descriptors() {
    return adapters.values().stream().map(ChannelAdapter::descriptor).toList();
  }
}
