package io.truebell.core.spi;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import java.util.List;
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
   * @param query raw, empty when there is none
   * @param headers by lower-case name
   * @param body raw bytes
   */
  record Request(String path, String query, Map<String, String> headers, byte[] body) {
    public Request {
      headers = Map.copyOf(headers);
    }

    public Request(String path, Map<String, String> headers, byte[] body) {
      this(path, "", headers, body);
    }
  }

  /** What the provider says. */
  record Answer(int status, Map<String, String> headers, byte[] body) {
    public Answer {
      headers = Map.copyOf(headers);
    }
  }

  /**
   * Whose request it is, for a provider that remembers.
   *
   * @param earlier requests for a magic address that were made for the same delivery before
   */
  record Caller(AccountId account, DeliveryId delivery, int earlier) {}

  /**
   * What the provider does with a request.
   *
   * @param answer empty when it breaks the connection instead
   * @param reports what it sends to the account's receipts address, in its own protocol and in this
   *     order; the magic address decides when, and how often. Empty when the sandbox reports in its
   *     place, in words of its own
   */
  record Act(Optional<Answer> answer, Optional<List<SimulatedReport>> reports) {
    public Act {
      reports = reports.map(List::copyOf);
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

  /**
   * What a provider does that remembers: whom it gave a token, who consented. Called in the
   * tenant's scope. One that remembers nothing only answers.
   */
  default Act act(Magic magic, Request request, Caller caller) {
    return new Act(answer(magic, request, caller.earlier()), Optional.empty());
  }

  /**
   * Its answer to a request that is for no address, such as one for a token. Called in the tenant's
   * scope.
   *
   * @return empty when the provider has nothing of that kind
   */
  default Optional<Answer> aside(Request request, Caller caller) {
    return Optional.empty();
  }
}
