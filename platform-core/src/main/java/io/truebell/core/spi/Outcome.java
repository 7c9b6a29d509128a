package io.truebell.core.spi;

import io.truebell.core.message.Fault;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What is known after one call to a provider: exactly one of five. */
public sealed interface Outcome {
  /** Longest provider text that is kept, in characters. */
  int MAX_TEXT = 500;

  /** Provider's code or ours, as it stands in the trace. */
  String code();

  /** Provider's text; empty when there is none. */
  String text();

  /**
   * The provider took responsibility. Not delivered: that takes evidence.
   *
   * @param providerRef the provider's id of it, if it gives one
   * @param confirmed the answer itself is authenticated evidence from the receiver, as on an
   *     outgoing webhook; only for channels whose ceiling is {@link Ceiling#DELIVERED}
   */
  record Accepted(@Nullable String providerRef, String code, String text, boolean confirmed)
      implements Outcome {
    public Accepted {
      code = clipCode(code);
      text = clip(text);
    }
  }

  /**
   * Permanently refused.
   *
   * @param fault whose fault
   * @param endpointDead the answer proves that this address will never work again
   */
  record Rejected(Fault fault, String code, String text, boolean endpointDead) implements Outcome {
    public Rejected {
      code = clipCode(code);
      text = clip(text);
    }
  }

  /**
   * Proven not to have been done; may work later.
   *
   * @param retryAfter the provider's wish, if it has one
   * @param scope what the refusal is about, and so what slows down
   */
  record Transient(String code, String text, @Nullable Duration retryAfter, SlowScope scope)
      implements Outcome {
    public Transient {
      code = clipCode(code);
      text = clip(text);
    }
  }

  /** The provider failed and says so; not resent. */
  record Failed(String code, String text) implements Outcome {
    public Failed {
      code = clipCode(code);
      text = clip(text);
    }
  }

  /** May or may not have happened; never resent by itself. */
  record Unknown(String code, String text) implements Outcome {
    public Unknown {
      code = clipCode(code);
      text = clip(text);
    }
  }

  /** What a transient refusal slows down. */
  enum SlowScope {
    DELIVERY,
    RECIPIENT,
    ACCOUNT,
    EGRESS,
    PROVIDER
  }

  private static String clipCode(String code) {
    return code.length() <= 60 ? code : code.substring(0, 60);
  }

  /** At most {@link #MAX_TEXT} characters, never half a surrogate pair, no control characters. */
  static String clip(String text) {
    String plain = text.replaceAll("\\p{Cntrl}+", " ").replace('\u0000', ' ').strip();
    if (plain.length() <= MAX_TEXT) {
      return plain;
    }
    int end = Character.isHighSurrogate(plain.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
    return plain.substring(0, end);
  }
}
