package io.truebell.testkit;

import io.truebell.core.spi.Tokens;
import io.truebell.core.vault.Secret;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Access tokens in memory, for one adapter under test. They last until they are refused. */
public final class LocalTokens implements Tokens {
  private final Map<String, String> kept = new HashMap<>();
  private int fetched;

  @Override
  public synchronized Secret take(String name, @Nullable Secret refused, Supplier<Fetched> fetch) {
    String at = kept.get(name);
    if (at == null || (refused != null && at.equals(refused.revealText()))) {
      fetched++;
      try (Secret token = fetch.get().token()) {
        at = token.revealText();
      }
      kept.put(name, at);
    }
    return Secret.of(at);
  }

  /** How often one was fetched. */
  public synchronized int fetched() {
    return fetched;
  }
}
