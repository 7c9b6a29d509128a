package io.truebell.core.spi;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.ReceiptNews.Proof;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known after one call to a provider: exactly one of five. Texts are shortened here, so
 * secrets are taken out of them before, with {@link SecretText}.
 */
public sealed interface Outcome {
  /** Longest provider text that is kept, in characters. */
  int MAX_TEXT = 500;

  /** Longest code that is kept, in characters. */
  int MAX_CODE = 60;

  /** Longest id of a provider that is kept, in characters. */
  int MAX_REF = 200;

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
      providerRef = providerRef == null ? null : clip(providerRef, MAX_REF);
      code = clip(code, MAX_CODE);
      text = clip(text);
    }
  }

  /**
   * Permanently refused.
   *
   * @param fault whose fault
   * @param endpointDead the answer proves that this address will never work again
   * @param proofs what the answer proves beyond this one delivery, as a receipt could; {@link
   *     Proof#ENDPOINT_DEAD} is among them exactly when {@code endpointDead} is set
   */
  record Rejected(Fault fault, String code, String text, boolean endpointDead, Set<Proof> proofs)
      implements Outcome {
    public Rejected {
      code = clip(code, MAX_CODE);
      text = clip(text);
      Set<Proof> all = EnumSet.noneOf(Proof.class);
      all.addAll(proofs);
      if (endpointDead) {
        all.add(Proof.ENDPOINT_DEAD);
      }
      endpointDead = all.contains(Proof.ENDPOINT_DEAD);
      proofs = Set.copyOf(all);
    }

    /** A refusal that proves nothing about the person. */
    public Rejected(Fault fault, String code, String text, boolean endpointDead) {
      this(fault, code, text, endpointDead, Set.of());
    }

    /** Whether the person has no authorisation left, or wants none of it. */
    public boolean authorisationGone() {
      return proofs.contains(Proof.NO_AUTHORISATION) || proofs.contains(Proof.PERSON_REFUSED);
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
      code = clip(code, MAX_CODE);
      text = clip(text);
    }
  }

  /** The provider failed and says so; not resent. */
  record Failed(String code, String text) implements Outcome {
    public Failed {
      code = clip(code, MAX_CODE);
      text = clip(text);
    }
  }

  /** May or may not have happened; never resent by itself. */
  record Unknown(String code, String text) implements Outcome {
    public Unknown {
      code = clip(code, MAX_CODE);
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

  /** At most {@link #MAX_TEXT} characters, never half a surrogate pair, no control characters. */
  static String clip(String text) {
    return clip(text, MAX_TEXT);
  }

  private static String clip(String text, int max) {
    String plain = text.replaceAll("\\p{Cntrl}+", " ").strip();
    if (plain.length() <= max) {
      return plain;
    }
    int end = Character.isHighSurrogate(plain.charAt(max - 1)) ? max - 1 : max;
    return plain.substring(0, end);
  }
}
