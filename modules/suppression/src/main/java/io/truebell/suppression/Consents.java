package io.truebell.suppression;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ConsentListener;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.GrantListener;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.suppression.RefusalRows.Consent;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * A consent of the person lifts what that person set earlier; never what the tenant set. It is
 * remembered, so that a refusal which is older but becomes known later bans nobody.
 *
 * <p>A simulated person's report is about simulated addresses alone.
 */
@Component
class Consents implements GrantListener, ConsentListener {
  private static final Set<String> ACCEPTING =
      Set.of("accept", "acceptWithAudio", "acceptWithAlert");

  private final RefusalRows rows;
  private final ChannelAccounts accounts;
  private final Directory directory;
  private final Clock clock;

  Consents(RefusalRows rows, ChannelAccounts accounts, Directory directory, Clock clock) {
    this.rows = rows;
    this.accounts = accounts;
    this.directory = directory;
    this.clock = clock;
  }

  /** Nothing is granted that is older than a refusal known of that template. */
  @Override
  public void granted(Purpose purpose) {
    Instant now = clock.instant();
    for (boolean sandbox : new boolean[] {false, true}) {
      rows.consented(
          new Consent(
              purpose.recipient(), purpose.channel(), sandbox, now, Actor.SYSTEM.toString()),
          now);
    }
  }

  @Override
  public void voided(Purpose purpose, String why) {}

  @Override
  public void reported(AccountId account, ChannelKey channel, ConsentNews news) {
    if (ACCEPTING.contains(news.status())) {
      accounts.find(account).ifPresent(known -> accepted(known, news));
    }
  }

  private void accepted(ChannelAccounts.Known account, ConsentNews news) {
    Instant now = clock.instant();
    Instant decided = news.at().isAfter(now) ? now : news.at();
    String by = new Actor("receipt", account.channel().value()).toString();
    directory.at(account.channel(), news.address()).stream()
        .distinct()
        .sorted((a, b) -> a.value().compareTo(b.value()))
        .map(who -> new Consent(who, account.channel(), account.sandbox(), decided, by))
        .forEach(consent -> rows.consented(consent, now));
  }
}
