package io.truebell.ledger.grants;

import io.truebell.core.message.Reason;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Witness;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** Tells when a person had no authorisation, or refused. */
@Component
class GrantWitness implements Witness {
  private final GrantTimeRows rows;

  GrantWitness(GrantTimeRows rows) {
    this.rows = rows;
  }

  @Override
  public List<Testimony> about(RecipientId recipient, Instant from, Instant to) {
    return Stream.of(
            rows.without(recipient, from, to),
            rows.usedUp(recipient, from, to),
            rows.refusals(recipient, from, to))
        .flatMap(List::stream)
        .map(
            seen ->
                Testimony.of(
                    seen.at(),
                    Reason.of(seen.what())
                        .with("channel", seen.channel())
                        .with("template", seen.template())))
        .toList();
  }
}
