package io.truebell.ledger.grants;

import io.truebell.core.spi.Grants.Balance;
import io.truebell.ledger.grants.Templates.Template;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a recipient's authorisations for a template stand.
 *
 * @param types notification types that go out with the template now
 * @param available that can be used; one that is never used up counts as one
 * @param reserved by deliveries that are under way
 * @param longTerm whether one of them is never used up
 * @param needsGrant whether nothing is left for the next message
 * @param worthAsking whether fewer are left than the low-water mark: a good moment is right after
 *     the person has completed something
 * @param refusedAt when the person refused, if nothing was granted since
 */
record GrantBalanceView(
    String channel,
    String template,
    List<String> types,
    long available,
    long reserved,
    long consumed,
    long invalid,
    boolean longTerm,
    boolean needsGrant,
    boolean worthAsking,
    int lowWater,
    @Nullable Instant refusedAt) {
  GrantBalanceView {
    types = List.copyOf(types);
  }

  static GrantBalanceView of(Template template, List<String> types, Balance balance) {
    return new GrantBalanceView(
        template.channel().value(),
        template.name(),
        types,
        balance.available(),
        balance.reserved(),
        balance.consumed(),
        balance.invalid(),
        balance.longTerm(),
        balance.needsGrant(),
        balance.worthAsking(),
        balance.lowWater(),
        balance.refusedAt());
  }
}
