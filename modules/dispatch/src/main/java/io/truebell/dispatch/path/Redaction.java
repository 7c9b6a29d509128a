package io.truebell.dispatch.path;

import io.truebell.core.spi.Outcome;
import io.truebell.core.vault.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Takes secrets out of what a provider echoed, before it reaches a log, a trace or a page. */
final class Redaction {
  private static final String MASK = "•••";
  // shorter ones would blank ordinary words, and are no secrets
  private static final int SHORTEST = 4;

  private Redaction() {}

  static Outcome of(Outcome outcome, List<Secret> secrets) {
    return switch (outcome) {
      case Outcome.Accepted a ->
          new Outcome.Accepted(
              a.providerRef() == null
                  ? null
                  : clean(Objects.requireNonNull(a.providerRef()), secrets),
              clean(a.code(), secrets),
              clean(a.text(), secrets),
              a.confirmed());
      case Outcome.Rejected r ->
          new Outcome.Rejected(
              r.fault(), clean(r.code(), secrets), clean(r.text(), secrets), r.endpointDead());
      case Outcome.Transient t ->
          new Outcome.Transient(
              clean(t.code(), secrets), clean(t.text(), secrets), t.retryAfter(), t.scope());
      case Outcome.Failed f ->
          new Outcome.Failed(clean(f.code(), secrets), clean(f.text(), secrets));
      case Outcome.Unknown u ->
          new Outcome.Unknown(clean(u.code(), secrets), clean(u.text(), secrets));
    };
  }

  private static String clean(String text, List<Secret> secrets) {
    String clean = text;
    for (Secret secret : secrets) {
      String value = secret.revealText();
      if (value.length() >= SHORTEST) {
        clean = clean.replace(value, MASK);
        clean = clean.replace(URLEncoder.encode(value, StandardCharsets.UTF_8), MASK);
      }
    }
    return clean;
  }
}
