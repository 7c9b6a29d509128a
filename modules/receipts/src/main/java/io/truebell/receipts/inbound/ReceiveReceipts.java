package io.truebell.receipts.inbound;

import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.Authenticity.Authentic;
import io.truebell.core.spi.Authenticity.NotAuthentic;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.receipts.address.Addresses;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Takes in what a provider reports: finds whose it is by the address, has the channel verify it,
 * stores it as it came, and lets the provider go. What it means is found out afterwards.
 */
@Component
class ReceiveReceipts {
  private static final Logger LOG = LoggerFactory.getLogger(ReceiveReceipts.class);

  private final Addresses addresses;
  private final Tenants tenants;
  private final ChannelAccounts accounts;
  private final Parsers parsers;
  private final Mailroom mailroom;
  private final Clock clock;

  ReceiveReceipts(
      Addresses addresses,
      Tenants tenants,
      ChannelAccounts accounts,
      Parsers parsers,
      Mailroom mailroom,
      Clock clock) {
    this.addresses = addresses;
    this.tenants = tenants;
    this.accounts = accounts;
    this.parsers = parsers;
    this.mailroom = mailroom;
    this.clock = clock;
  }

  /**
   * @return what the provider wants to hear
   * @throws ApiProblem 404 when the address is nobody's, 401 when it is not authentic, 503 when the
   *     tenant is stopped: a provider then tries again
   */
  Authenticity.Reply receive(String token, Letter letter) {
    Addresses.Found found = addresses.find(token).orElseThrow(ReceiveReceipts::unknown);
    if (TenantScope.ifOpen().isPresent()) {
      // came with some tenant's key, which has no business here
      throw unknown();
    }
    Tenant tenant =
        tenants
            .active(found.tenant())
            .orElseThrow(
                () ->
                    new ApiProblem(
                        503, "tenant_not_ready", "Receipts are not taken now.", List.of()));
    return TenantScope.call(tenant, () -> inScope(found.account(), letter));
  }

  private Authenticity.Reply inScope(AccountId account, Letter letter) {
    Instant now = clock.instant();
    Authenticity authenticity =
        accounts
            .open(account, opened -> verify(opened, letter, now))
            .orElseThrow(ReceiveReceipts::unknown);
    return switch (authenticity) {
      case NotAuthentic _ -> {
        mailroom.refuse(account, now.atZone(ZoneOffset.UTC).toLocalDate());
        throw new ApiProblem(
            401, "not_authentic", "The signature does not fit, or is missing.", List.of());
      }
      case Authentic authentic -> {
        if (authentic.carriesReceipts()) {
          mailroom.keep(account, letter, now);
        }
        yield authentic.answer();
      }
    };
  }

  private Authenticity verify(ChannelAccounts.Opened account, Letter letter, Instant now) {
    ReceiptParser parser = parsers.of(account.account()).orElseThrow(ReceiveReceipts::unknown);
    try {
      return parser.verify(letter.opened(account, now));
    } catch (Exception e) {
      LOG.warn("{} cannot verify a receipt: {}", parser.channel(), e.getClass().getName());
      return Authenticity.refused("parser_failed");
    }
  }

  private static ApiProblem unknown() {
    return ApiProblem.notFound("receipts address");
  }
}
