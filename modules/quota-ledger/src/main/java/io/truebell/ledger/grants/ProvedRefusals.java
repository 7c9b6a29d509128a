package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ConsentListener;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.ReceiptListener;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.ledger.grants.AnswerRows.Evidence;
import io.truebell.ledger.grants.ClaimedGrantRows.Sent;
import io.truebell.ledger.grants.Voiding.Refusal;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * What providers report later: receipts that prove a refusal, and what people decided in the
 * provider's own settings.
 *
 * <p>An acceptance that a provider reports is kept as evidence and is no authorisation: the client
 * registers the same consent with a request id of its own, and counting both would invent one.
 */
@Component
class ProvedRefusals implements ReceiptListener, ConsentListener {
  private static final String BY_RECEIPT = "grant_receipt_refused";
  private static final String BY_REPORT = "grant_report_refused";

  /** The last moment of a second that the database tells from the next one. */
  private static final long LAST_MICROSECOND = 999_999_000;

  private final ClaimedGrantRows claims;
  private final AccountRows accounts;
  private final AnswerRows answers;
  private final Voiding voiding;
  private final Directory directory;
  private final Moment moment;

  ProvedRefusals(
      ClaimedGrantRows claims,
      AccountRows accounts,
      AnswerRows answers,
      Voiding voiding,
      Directory directory,
      Moment moment) {
    this.claims = claims;
    this.accounts = accounts;
    this.answers = answers;
    this.voiding = voiding;
    this.directory = directory;
    this.moment = moment;
  }

  /** Time and ids. */
  @Component
  record Moment(Clock clock, Ids ids) {}

  /**
   * It disproves what was given before the delivery was claimed. What the person gave afterwards is
   * a new consent, however late the receipt comes.
   */
  @Override
  public void stored(Stored receipt) {
    Set<Proof> proofs = receipt.news().provenBeyond();
    if (!proofs.contains(Proof.PERSON_REFUSED) && !proofs.contains(Proof.NO_AUTHORISATION)) {
      return;
    }
    UUID delivery = receipt.delivery().value();
    List<Sent> sent = claims.sent(List.of(delivery));
    if (sent.isEmpty()) {
      return;
    }
    Sent claim = sent.getFirst();
    List<GrantAccount> locked = accounts.lock(List.of(claim.account()));
    if (!locked.isEmpty() && !claims.noted(delivery, BY_RECEIPT)) {
      voiding.refuse(
          new Refusal(claim.account(), claim.at(), BY_RECEIPT, delivery),
          new Actor("receipt", receipt.channel().value()));
    }
  }

  @Override
  public void reported(AccountId account, ChannelKey channel, ConsentNews news) {
    Instant now = moment.clock().instant();
    // providers tell whole seconds: what was given within that one is meant, too
    Instant surely = news.at().truncatedTo(ChronoUnit.SECONDS).plusNanos(LAST_MICROSECOND);
    Instant decided = surely.isAfter(now) ? now : surely;
    List<Purpose> refused =
        directory.at(channel, news.address()).stream()
            .distinct()
            .sorted(Comparator.comparing(RecipientId::value))
            .filter(recipient -> fresh(account, news, recipient, decided))
            .filter(recipient -> news.status().equals(AnswerStatus.REJECT.word()))
            .map(recipient -> new Purpose(recipient, channel, news.template()))
            .toList();
    voiding.lock(refused, refused);
    for (Purpose purpose : refused) {
      GrantAccount open = accounts.open(moment.ids().next(), purpose, now);
      voiding.refuse(
          new Refusal(open.id(), decided, BY_REPORT, null), new Actor("receipt", channel.value()));
    }
  }

  /** Keeps it as evidence; says whether it was not known. */
  private boolean fresh(AccountId account, ConsentNews news, RecipientId who, Instant decided) {
    return answers.store(
        new Evidence(
            account.value(), news.id(), who.value(), news.template(), news.status(), decided),
        moment.clock().instant());
  }
}
