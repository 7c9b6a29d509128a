package io.truebell.core.message;

import java.util.Map;

/**
 * A module's reasons in words. Each module contributes one; the explanation joins them. A code
 * belongs to one catalogue only.
 */
public interface ReasonCatalog {
  /**
   * A sentence per language, with {@code {name}} where a parameter of the reason goes.
   *
   * @param en English, complete sentence without a full stop at its end
   * @param zh Chinese, likewise
   */
  record Sentences(String en, String zh) {}

  /** Sentences by reason code. */
  Map<String, Sentences> sentences();
}
