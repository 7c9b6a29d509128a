package io.truebell.core.spi;

import io.truebell.core.vault.Secret;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Access tokens of one account, shared by all nodes: fetched by one of them at a time, kept as
 * ciphertext, opened for a call alone.
 */
public interface Tokens {
  /**
   * A token as the provider gave it.
   *
   * @param token closed by whoever keeps it
   * @param goodFor how long it may be used from now on; what the provider says, less a margin
   */
  record Fetched(Secret token, Duration goodFor) {}

  /**
   * The current token. It is fetched when there is none, or when the one at hand is the one that
   * was refused; whoever waits meanwhile gets what was fetched.
   *
   * @param name which token, where an account has several; {@code a-z0-9_}
   * @param refused a token that the provider has just refused; null when none was
   * @param fetch asks the provider; what it throws comes out of this method, and nothing is kept
   * @return open; the caller closes it
   */
  Secret take(String name, @Nullable Secret refused, Supplier<Fetched> fetch);
}
