package io.truebell.dispatch.path;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelCall;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Settings;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.vault.Sealed;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import io.truebell.core.vault.VaultException;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.path.ClaimedDelivery.Fact;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Between claim and settle: opens the secrets, makes the one call, wipes the secrets. No
 * transaction and no connection is held, and whatever the adapter does, exactly one outcome comes
 * back.
 */
@Component
class ProviderCall {
  private static final Outcome WINDOW_PASSED =
      new Outcome.Unknown(
          "window_passed",
          "an earlier call may have been carried out, and the provider removes duplicates no longer");

  private final Channels channels;
  private final Vault vault;
  private final CallPlaces places;
  private final DispatchSettings settings;
  private final Clock clock;

  ProviderCall(
      Channels channels, Vault vault, CallPlaces places, DispatchSettings settings, Clock clock) {
    this.channels = channels;
    this.vault = vault;
    this.places = places;
    this.settings = settings;
    this.clock = clock;
  }

  /** Whether the lease leaves time for a whole call; if not, nothing may be sent. */
  boolean inTime(ClaimedDelivery claimed) {
    return clock.instant().plus(timeout(claimed)).isBefore(claimed.leaseUntil());
  }

  /** For the whole call. */
  Duration timeout(ClaimedDelivery claimed) {
    return settings.bounded(claimed.material().account().timeout());
  }

  /** Makes the call. Whatever happens, an outcome comes back. */
  AttemptedDelivery make(Tenant tenant, ClaimedDelivery claimed) {
    Instant start = clock.instant();
    try {
      return makeOnce(tenant, claimed, start);
    } catch (Throwable e) {
      // secrets may stand in its message, and they are closed by now
      Outcome unknown = new Outcome.Unknown("adapter_error", e.getClass().getSimpleName());
      return new AttemptedDelivery(claimed, unknown, true, start, clock.instant(), null);
    }
  }

  private AttemptedDelivery makeOnce(Tenant tenant, ClaimedDelivery claimed, Instant start) {
    List<Secret> opened = new ArrayList<>();
    Duration window = null;
    try {
      ChannelCall call;
      ChannelAdapter adapter;
      try {
        adapter = channels.find(claimed.due().channel()).orElseThrow();
        window = adapter.descriptor().deduplicatesFor();
        if (!mayAsk(claimed, window, start)) {
          return new AttemptedDelivery(claimed, WINDOW_PASSED, false, start, start, null);
        }
        call = prepare(tenant, claimed, opened);
      } catch (RuntimeException e) {
        return new AttemptedDelivery(claimed, unprepared(e), false, start, clock.instant(), window);
      }
      Outcome outcome = send(adapter, call, opened);
      return new AttemptedDelivery(claimed, outcome, true, start, clock.instant(), window);
    } finally {
      opened.forEach(Secret::close);
    }
  }

  /**
   * A call that follows an unknown one must reach the provider while it still remembers the key;
   * whoever comes too late, because no worker ran or no place was free, does not call.
   */
  private static boolean mayAsk(ClaimedDelivery claimed, @Nullable Duration window, Instant now) {
    if (!claimed.unknownBefore()) {
      return true;
    }
    Instant latest = now.plus(claimed.material().account().timeout());
    return window != null && latest.isBefore(claimed.due().createdAt().plus(window));
  }

  private static Outcome send(ChannelAdapter adapter, ChannelCall call, List<Secret> opened) {
    Outcome outcome;
    try {
      outcome = Objects.requireNonNull(adapter.send(call), "the adapter answered nothing");
    } catch (Throwable e) {
      // the request may have left before it was thrown
      String text = e.getClass().getSimpleName() + ": " + e.getMessage();
      outcome = new Outcome.Unknown("adapter_error", text);
    }
    return Redaction.of(outcome, opened);
  }

  /** Nothing was called: what cannot be read stays so, anything else may work later. */
  private static Outcome unprepared(RuntimeException e) {
    String text = "nothing was sent: " + e.getClass().getSimpleName();
    boolean unreadable =
        e instanceof VaultException && !(e.getCause() instanceof DataAccessException);
    return unreadable
        ? new Outcome.Rejected(Fault.CONFIGURATION, "credentials_unreadable", text, false)
        : new Outcome.Transient("not_prepared", text, null, Outcome.SlowScope.DELIVERY);
  }

  private ChannelCall prepare(Tenant tenant, ClaimedDelivery claimed, List<Secret> opened) {
    ClaimedDelivery.Material material = claimed.material();
    String endpoint = "endpoint/" + claimed.due().endpoint() + "/";
    Secret address = open(tenant, endpoint + "address", material.address(), opened);
    byte @Nullable [] own = material.endpointSecret();
    Secret secret = own == null ? null : open(tenant, endpoint + "secret", own, opened);
    Map<String, Secret> credentials = new HashMap<>();
    String account = "channel_account/" + claimed.due().account() + "/";
    material
        .account()
        .credentials()
        .forEach(
            (field, cipher) ->
                credentials.put(field, open(tenant, account + field, cipher, opened)));
    return new ChannelCall(
        claimed.due().id(),
        claimed.idempotencyKey(),
        claimed.attempt(),
        content(claimed),
        Locale.forLanguageTag(material.locale()),
        new Settings(material.account().settings()),
        credentials,
        address,
        secret,
        sandbox(tenant, claimed),
        timeout(claimed),
        claimed.earlier().words(),
        places.tokens(tenant, claimed.due().account()));
  }

  private @Nullable URI sandbox(Tenant tenant, ClaimedDelivery claimed) {
    return claimed.material().account().sandbox() ? places.sandbox(tenant, claimed.due()) : null;
  }

  private Content content(ClaimedDelivery claimed) {
    String minimal = claimed.material().account().minimalText();
    Fact fact = claimed.material().fact();
    return minimal != null
        ? Content.minimal(claimed.due().category(), minimal, fact.createdAt())
        : Content.of(
            claimed.due().type(),
            claimed.due().category(),
            claimed.due().subject(),
            fact.payload(),
            fact.createdAt());
  }

  private Secret open(Tenant tenant, String place, byte[] cipher, List<Secret> opened) {
    Secret secret = vault.open(tenant.id(), place, new Sealed(cipher));
    opened.add(secret);
    return secret;
  }
}
