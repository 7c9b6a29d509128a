package io.truebell.receipts.inbound;

import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ConsentListener;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.spi.Receipts;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.receipts.address.ReceiptsSettings;
import io.truebell.receipts.inbound.InboundRows.Result;
import io.truebell.receipts.inbound.InboundRows.Unread;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Reads what came in and hands each receipt to the deliveries' door, in one transaction for each
 * request. What finds no delivery is parked and tried again with growing waits.
 */
@Component
class ReadReceipts {
  private static final Logger LOG = LoggerFactory.getLogger(ReadReceipts.class);
  private static final int BATCH = 100;
  private static final int LONGEST_ID = 200;
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);
  private static final int MOST_DOUBLINGS = 12;

  private final InboundRows rows;
  private final Mailroom mailroom;
  private final Readers readers;
  private final TransactionTemplate transaction;
  private final ReceiptsSettings settings;
  private final Clock clock;

  ReadReceipts(
      InboundRows rows,
      Mailroom mailroom,
      Readers readers,
      TransactionTemplate transaction,
      ReceiptsSettings settings,
      Clock clock) {
    this.rows = rows;
    this.mailroom = mailroom;
    this.readers = readers;
    this.transaction = transaction;
    this.settings = settings;
    this.clock = clock;
  }

  /** Who reads, and who takes what was read. */
  @Component
  record Readers(
      ChannelAccounts accounts,
      Parsers parsers,
      Receipts door,
      ObjectProvider<ConsentListener> listeners) {
    List<ConsentListener> told() {
      return listeners.orderedStream().toList();
    }
  }

  /** Tenants with something to read or to purge. */
  List<TenantId> due() {
    return mailroom.due(clock.instant());
  }

  void postpone(TenantId tenant, Duration wait) {
    mailroom.postpone(tenant, clock.instant().plus(wait));
  }

  /**
   * One visit: a bounded batch.
   *
   * @return how many requests were read
   */
  int visit(Tenant tenant) {
    return TenantScope.call(
        tenant,
        () -> {
          int read = 0;
          while (read < BATCH && readOne()) {
            read++;
          }
          transaction.executeWithoutResult(
              status -> {
                rows.purge(clock.instant().minus(settings.keepRaw()));
                mailroom.settleHint(settings.keepRaw());
              });
          return read;
        });
  }

  private boolean readOne() {
    AtomicReference<@Nullable Unread> current = new AtomicReference<>();
    try {
      return Objects.requireNonNull(
          transaction.execute(
              status -> {
                Optional<Unread> next = rows.next(clock.instant());
                next.ifPresent(
                    unread -> {
                      current.set(unread);
                      rows.save(unread.id(), read(unread));
                    });
                return next.isPresent();
              }));
    } catch (RuntimeException e) {
      Unread failed = current.get();
      if (failed == null) {
        throw e;
      }
      LOG.warn("receipt {} is tried again: {}", failed.id(), e.toString());
      Instant next = clock.instant().plus(wait(failed.attempts()));
      transaction.executeWithoutResult(status -> rows.postpone(failed.id(), next));
      return true;
    }
  }

  private Result read(Unread unread) {
    Contents contents;
    ChannelAccounts.Known account = readers.accounts().find(unread.account()).orElse(null);
    if (account == null) {
      return done("ignored", "account_removed", unread.told());
    }
    try {
      contents = parse(unread, account);
    } catch (Exception e) {
      LOG.warn("receipt {} cannot be read: {}", unread.id(), e.getClass().getName());
      return again(unread, "unreadable", "unreadable", unread.told(), List.of());
    }
    // told again with each reading: whoever listens knows what it has heard
    contents
        .consents()
        .forEach(c -> readers.told().forEach(l -> l.reported(account.id(), account.channel(), c)));
    if (contents.receipts().isEmpty()) {
      return contents.consents().isEmpty()
          ? done("ignored", "nothing_in_it", unread.told())
          : done("processed", "consents", unread.told());
    }
    return tell(unread, account, contents.receipts());
  }

  private record Contents(List<ProviderReceipt> receipts, List<ConsentNews> consents) {}

  private Contents parse(Unread unread, ChannelAccounts.Known account) {
    ReceiptParser parser = readers.parsers().of(account).orElseThrow();
    Letter letter = mailroom.open(unread.id(), unread.raw());
    return readers
        .accounts()
        .open(
            unread.account(),
            opened -> {
              ReceiptRequest request = letter.opened(opened, unread.receivedAt());
              return new Contents(
                  List.copyOf(parser.read(request)), List.copyOf(parser.consents(request)));
            })
        .orElseThrow();
  }

  private Result tell(
      Unread unread, ChannelAccounts.Known account, List<ProviderReceipt> receipts) {
    List<String> told = new ArrayList<>();
    List<String> waitsFor = new ArrayList<>();
    for (ProviderReceipt receipt : receipts) {
      String id = idOf(receipt);
      boolean before = unread.told().contains(id);
      // what found its delivery before is told only how often it came since
      int times = before ? unread.untold() : unread.times();
      if (times == 0 || tell(account, receipt, id, times)) {
        told.add(id);
      } else {
        waitsFor.add(receipt.match().toString());
      }
    }
    return waitsFor.isEmpty()
        ? done("processed", "matched", told)
        : again(unread, "parked", "no_delivery_yet", told, waitsFor);
  }

  private boolean tell(
      ChannelAccounts.Known account, ProviderReceipt receipt, String id, int times) {
    Receipts.Effect effect =
        readers
            .door()
            .arrived(
                new ReceiptArrived(
                    account.id(),
                    receipt.match(),
                    id,
                    receipt.news(),
                    receipt.code(),
                    receipt.text(),
                    receipt.occurredAt(),
                    Parsers.source(account).value(),
                    times));
    return switch (effect) {
      case MOVED, REPEATED, KEPT -> true;
      case UNMATCHED, AMBIGUOUS -> false;
    };
  }

  /** The provider's id, or a fingerprint of what it says. */
  private static String idOf(ProviderReceipt receipt) {
    String id = receipt.id();
    if (id != null && id.length() <= LONGEST_ID) {
      return id;
    }
    String essence =
        id != null
            ? id
            : String.join(
                "\n",
                receipt.match().toString(),
                receipt.news().word(),
                receipt.code(),
                receipt.text(),
                String.valueOf(receipt.occurredAt()));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(essence.getBytes(StandardCharsets.UTF_8));
      return "print:" + HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Result done(String status, String reason, List<String> told) {
    return new Result(status, reason, told, List.of(), null);
  }

  private Result again(
      Unread unread, String status, String reason, List<String> told, List<String> waitsFor) {
    Instant next = clock.instant().plus(wait(unread.attempts()));
    return next.isAfter(unread.lastAt().plus(settings.giveUpAfter()))
        ? new Result("ignored", "given_up_" + status, told, waitsFor, null)
        : new Result(status, reason, told, waitsFor, next);
  }

  /** 1 s, 2 s, 4 s … 1 h. */
  private static Duration wait(int attempts) {
    Duration wait = Duration.ofSeconds(1L << Math.min(attempts, MOST_DOUBLINGS));
    return wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
  }

  /** Waits for something to come in. */
  void await(Duration most) throws InterruptedException {
    mailroom.await(most);
  }

  /** Ends a wait. */
  void ring() {
    mailroom.ring();
  }
}
