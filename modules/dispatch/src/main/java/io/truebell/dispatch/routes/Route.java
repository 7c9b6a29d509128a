package io.truebell.dispatch.routes;

import io.truebell.core.message.ChannelKey;
import java.util.List;
import java.util.Locale;

/**
 * How one notification type goes.
 *
 * @param channels in the order of preference, at least one
 * @param mode through all of them, or through the first that can
 * @param acceptDuplicates whether the next channel follows an unknown outcome, too: the person may
 *     get it twice
 * @param version grows with each change
 */
public record Route(List<ChannelKey> channels, Mode mode, boolean acceptDuplicates, int version) {
  public Route {
    channels = List.copyOf(channels);
  }

  /** Whether one channel is enough. */
  public enum Mode {
    ALL,
    FIRST;

    /** As the API and the database name it. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Those that come after {@code channel}; none when it is not among them. */
  List<ChannelKey> after(ChannelKey channel) {
    int at = channels.indexOf(channel);
    return at < 0 ? List.of() : channels.subList(at + 1, channels.size());
  }
}
