package io.truebell.dispatch.path;

import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.SecretText;
import io.truebell.core.vault.Secret;
import java.util.List;
import java.util.Objects;

/** Takes secrets out of what an adapter says, for those adapters that did not do it themselves. */
final class Redaction {
  private Redaction() {}

  static Outcome of(Outcome outcome, List<Secret> secrets) {
    return switch (outcome) {
      case Outcome.Accepted a ->
          new Outcome.Accepted(
              a.providerRef() == null
                  ? null
                  : SecretText.hide(Objects.requireNonNull(a.providerRef()), secrets),
              SecretText.hide(a.code(), secrets),
              SecretText.hide(a.text(), secrets),
              a.confirmed());
      case Outcome.Rejected r ->
          new Outcome.Rejected(
              r.fault(),
              SecretText.hide(r.code(), secrets),
              SecretText.hide(r.text(), secrets),
              r.endpointDead(),
              r.proofs());
      case Outcome.Transient t ->
          new Outcome.Transient(
              SecretText.hide(t.code(), secrets),
              SecretText.hide(t.text(), secrets),
              t.retryAfter(),
              t.scope());
      case Outcome.Failed f ->
          new Outcome.Failed(
              SecretText.hide(f.code(), secrets), SecretText.hide(f.text(), secrets));
      case Outcome.Unknown u ->
          new Outcome.Unknown(
              SecretText.hide(u.code(), secrets), SecretText.hide(u.text(), secrets));
    };
  }
}
