package io.truebell.receipts.inbound;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Cursor;
import io.truebell.core.rest.Page;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.receipts.address.Addresses;
import io.truebell.receipts.address.Addresses.Address;
import io.truebell.receipts.address.ReceiptsSettings;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The tenant's side of receipts: where its providers report, and what came in. */
@RestController
@Tag(name = "Receipts", description = "What providers report later")
class ReceiptsController {
  private static final Set<String> STATUSES =
      Set.of("received", "processed", "parked", "ignored", "unreadable");

  private final Addresses addresses;
  private final ChannelAccounts accounts;
  private final Parsers parsers;
  private final InboundRows rows;
  private final ReceiptsSettings settings;

  ReceiptsController(
      Addresses addresses,
      ChannelAccounts accounts,
      Parsers parsers,
      InboundRows rows,
      ReceiptsSettings settings) {
    this.addresses = addresses;
    this.accounts = accounts;
    this.parsers = parsers;
    this.rows = rows;
    this.settings = settings;
  }

  /**
   * Where an account's provider reports.
   *
   * @param url to be set up at the provider; whoever has it can send, and is believed only when the
   *     signature fits
   * @param olderUntil until when an older address works as well; null when none does
   * @param refused how often something that was not authentic came, by day in UTC
   */
  record ReceiptsAddressView(
      String url, Instant createdAt, @Nullable Instant olderUntil, List<RefusedView> refused) {}

  /** How often something that was not authentic came on one day. */
  record RefusedView(LocalDate day, long times) {}

  @GetMapping("/v1/channel-accounts/{account_id}/receipts-address")
  @PreAuthorize("hasAuthority('SCOPE_channels')")
  @Operation(
      operationId = "getReceiptsAddress",
      summary = "Where this account's provider reports what became of deliveries")
  ReceiptsAddressView receiptsAddress(
      @PathVariable("account_id") UUID id, HttpServletRequest http) {
    AccountId account = known(id);
    return view(account, addresses.of(account), http);
  }

  @PostMapping("/v1/channel-accounts/{account_id}/receipts-address:rotate")
  @PreAuthorize("hasAuthority('SCOPE_channels')")
  @Operation(
      operationId = "rotateReceiptsAddress",
      summary = "Make a new address; the old one works for a while")
  ReceiptsAddressView rotateReceiptsAddress(
      @PathVariable("account_id") UUID id, HttpServletRequest http) {
    AccountId account = known(id);
    return view(account, addresses.rotate(account), http);
  }

  @GetMapping("/v1/receipts")
  @PreAuthorize("hasAuthority('SCOPE_notifications:read')")
  @Operation(
      operationId = "listInboundReceipts",
      summary = "What providers sent, newest first; parked are those that found no delivery yet")
  Page<InboundReceiptView> inboundReceipts(
      @RequestParam(name = "status", required = false) @Nullable String status,
      @RequestParam(name = "cursor", required = false) @Nullable String cursor,
      @RequestParam(name = "limit", required = false) @Nullable Integer limit) {
    if (status != null && !STATUSES.contains(status)) {
      throw ApiProblem.invalid(
          "status", "unknown_value", "must be received, processed, parked, ignored or unreadable");
    }
    int size = Cursor.limit(limit);
    return Page.of(
        rows.page(status, Cursor.read(cursor), size + 1),
        size,
        receipt -> Cursor.after(receipt.id()));
  }

  /**
   * @throws ApiProblem 404 when there is no such account, or nothing reports for it
   */
  private AccountId known(UUID id) {
    ChannelAccounts.Known account =
        accounts
            .find(new AccountId(id))
            .filter(known -> parsers.of(known).isPresent())
            .orElseThrow(() -> ApiProblem.notFound("receipts address"));
    return account.id();
  }

  private ReceiptsAddressView view(AccountId account, Address address, HttpServletRequest http) {
    URI own = settings.publicUrl();
    String request = http.getRequestURL().toString();
    String base =
        own == null
            ? request.substring(0, request.length() - http.getRequestURI().length())
            : own.toString();
    return new ReceiptsAddressView(
        base + address.path(),
        address.createdAt(),
        address.olderUntil(),
        rows.refusals(account).stream().map(r -> new RefusedView(r.day(), r.times())).toList());
  }
}
