package io.truebell.dispatch.recipients;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.dispatch.recipients.AddressCheck.Checked;
import io.truebell.dispatch.recipients.Endpoint.SealedAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Adds an address to a recipient. It is sealed before a transaction begins: the vault may have to
 * fetch a key over a connection of its own.
 */
@Component
class RegisterEndpoint {
  /** Purpose of the address fingerprints. */
  static final String PRINT = "endpoint";

  /**
   * An endpoint that was registered.
   *
   * @param created whether it is new
   */
  record Registered(Endpoint endpoint, boolean created) {}

  private final Recipients recipients;
  private final AddressCheck check;
  private final Endpoints endpoints;
  private final Vault vault;
  private final Ids ids;
  private final Clock clock;

  RegisterEndpoint(
      Recipients recipients,
      AddressCheck check,
      Endpoints endpoints,
      Vault vault,
      Ids ids,
      Clock clock) {
    this.recipients = recipients;
    this.check = check;
    this.endpoints = endpoints;
    this.vault = vault;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * @throws ApiProblem 404 when the recipient is unknown, 422 when something is wrong with the
   *     request, 409 when the address is there for another account
   */
  Registered register(String externalId, EndpointRequest request) {
    Recipient recipient = recipients.known(externalId);
    Checked checked = check.check(request);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    UUID id = ids.next();
    Endpoint candidate =
        new Endpoint(
            id, recipient.id(), checked.channelKey(), checked.account(), sealed(id, checked), now);
    Endpoint stored = endpoints.addOrFind(candidate);
    if (stored.id().equals(id)) {
      return new Registered(stored, true);
    }
    return new Registered(withSecret(stored, checked.secret(), now), false);
  }

  private Endpoint withSecret(Endpoint known, @Nullable String secret, Instant now) {
    if (secret == null) {
      return known;
    }
    byte[] sealed = seal(known.id(), "secret", secret);
    return endpoints.change(
        known.recipientId(), known.id(), endpoint -> endpoint.replaceSecret(sealed, now));
  }

  private SealedAddress sealed(UUID id, Checked checked) {
    String secret = checked.secret();
    return new SealedAddress(
        seal(id, "address", checked.address()),
        vault.fingerprint(tenant(), PRINT, checked.address()),
        checked.channel().hint(checked.address()),
        secret == null ? null : seal(id, "secret", secret));
  }

  private byte[] seal(UUID endpoint, String field, String value) {
    try (Secret secret = Secret.of(value)) {
      return vault.seal(tenant(), "endpoint/" + endpoint + "/" + field, secret).bytes();
    }
  }

  private static TenantId tenant() {
    return TenantScope.current().id();
  }
}
