package io.truebell.core.spi;

import io.truebell.core.rest.FieldProblem;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A channel: the protocol of one provider. It decides nothing about whether or when to send, keeps
 * no secret, retries nothing by itself, and is called by many threads at once. Every adapter passes
 * the published {@code ChannelAdapterContract}.
 */
public interface ChannelAdapter {
  /** What it is and can do; always the same. */
  ChannelDescriptor descriptor();

  /**
   * What is wrong with an address; empty when it may be stored. Makes no network call.
   *
   * @param address as {@link #tidy} returned it
   * @param sandbox whether the account is a sandbox, where magic addresses are meant
   */
  List<FieldProblem> checkAddress(String address, boolean sandbox);

  /** What is wrong with an endpoint's own secret or an account's credential; empty when fine. */
  List<FieldProblem> checkSecret(String field, String value);

  /** The address without accidental differences (spaces, case where case means nothing). */
  String tidy(String address);

  /** What may be shown of an address: never enough to use it. */
  String hint(String address);

  /**
   * The provider's own templates that the account's settings name, by the type of notification that
   * goes out with each: what an authorisation is given for. Makes no network call.
   */
  default Map<String, String> templates(Settings settings) {
    return Map.of();
  }

  /**
   * What of a content this channel cannot send as it is; empty when it may be tried. Asked at the
   * claim, before an authorisation is used up. Makes no network call.
   *
   * @return problems whose fields are paths in the notification, e.g. {@code payload.place}
   */
  default List<FieldProblem> checkContent(Settings settings, Content content) {
    return List.of();
  }

  /** Whether the provider refuses a call for an address while another one is under way. */
  default boolean oneCallPerAddress() {
    return false;
  }

  /**
   * What the calls of several accounts, of whichever tenants, share at the provider, e.g. the
   * address that they leave from; the descriptor's pacing is between two calls of it. Null when
   * accounts share nothing. Sandbox accounts share nothing, whatever this says.
   */
  default @Nullable String sharedEgress(Settings settings) {
    return descriptor().pacing() == null ? null : descriptor().key().value();
  }

  /**
   * Makes the one call and says what is known of it. Anything that the provider's documents do not
   * describe is {@link Outcome.Unknown}. An exception counts as unknown too.
   */
  Outcome send(ChannelCall call);

  /**
   * Asks the provider what became of a delivery, where the descriptor says that it can be asked.
   * Never sends anything again. An exception counts as no answer.
   */
  default QueryAnswer ask(QueryCall call) {
    return new QueryAnswer.NoAnswer("no_query", "");
  }
}
