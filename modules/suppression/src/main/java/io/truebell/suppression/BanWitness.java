package io.truebell.suppression;

import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Witness;
import io.truebell.suppression.BanTimeRows.Ban;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Tells which bans were set, lifted, or stood. */
@Component
class BanWitness implements Witness {
  private final BanTimeRows rows;

  BanWitness(BanTimeRows rows) {
    this.rows = rows;
  }

  @Override
  public List<Testimony> about(RecipientId recipient, Instant from, Instant to) {
    List<Testimony> told = new ArrayList<>();
    for (Ban ban : rows.bans(recipient, from, to)) {
      boolean before = ban.since().isBefore(from);
      told.add(Testimony.of(ban.since(), about(ban, before ? "ban_stood" : "ban_set")));
      if (ban.endedAt() != null && ban.endedAt().isBefore(to)) {
        told.add(Testimony.of(ban.endedAt(), about(ban, "ban_ended")));
      }
    }
    return told;
  }

  private static Reason about(Ban ban, String what) {
    return Reason.of(what + (ban.byPerson() ? "_person" : "_tenant"))
        .with("channel", ban.channel())
        .with("since", ban.since().toString());
  }
}
