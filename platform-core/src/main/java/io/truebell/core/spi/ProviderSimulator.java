package io.truebell.core.spi;

import io.truebell.core.message.ChannelKey;
import java.util.Map;
import java.util.Optional;

/**
 * How a channel's provider would talk, for the sandbox. A channel plugin brings its own; troubles
 * that are the same for every provider (silence, broken connections, floods) are the sandbox's.
 */
public interface ProviderSimulator {
  /**
   * What the adapter sent.
   *
   * @param path behind the base that the adapter was given, beginning with a slash
   * @param headers by lower-case name
   * @param body raw bytes
   */
  record Request(String path, Map<String, String> headers, byte[] body) {
    public Request {
      headers = Map.copyOf(headers);
    }
  }

  /** What the provider says. */
  record Answer(int status, Map<String, String> headers, byte[] body) {
    public Answer {
      headers = Map.copyOf(headers);
    }
  }

  /** The channel. */
  ChannelKey channel();

  /** The magic address that a request is for; empty when it is for none of this channel's. */
  Optional<Magic> addressed(Request request);

  /**
   * The provider's answer.
   *
   * @param earlier calls that were made for the same delivery before
   * @return empty when it breaks the connection instead
   */
  Optional<Answer> answer(Magic magic, Request request, int earlier);
}
