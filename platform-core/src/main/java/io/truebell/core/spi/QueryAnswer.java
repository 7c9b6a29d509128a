package io.truebell.core.spi;

/**
 * What a provider says when it is asked about a delivery. Whatever its documents do not describe is
 * {@link NoAnswer}: from that nothing is concluded.
 */
public sealed interface QueryAnswer {
  /** Provider's code or ours, as it stands in the record. */
  String code();

  /** Provider's text; empty when there is none. */
  String text();

  /**
   * It knows what became of it, or that it is at it.
   *
   * @param news evidence like a receipt's
   */
  record Found(ReceiptNews news, String code, String text) implements QueryAnswer {
    public Found {
      text = Outcome.clip(text);
    }
  }

  /** It does not know this delivery. No proof that it was not done: records may lag behind. */
  record NotFound(String code, String text) implements QueryAnswer {
    public NotFound {
      text = Outcome.clip(text);
    }
  }

  /** Nothing was learned. */
  record NoAnswer(String code, String text) implements QueryAnswer {
    public NoAnswer {
      text = Outcome.clip(text);
    }
  }

  /** The word that is stored and shown. */
  default String word() {
    return switch (this) {
      case Found found -> found.news().word();
      case NotFound _ -> "not_found";
      case NoAnswer _ -> "no_answer";
    };
  }
}
