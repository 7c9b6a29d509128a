package io.truebell.ledger.grants;

import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.core.spi.Verdict;
import io.truebell.ledger.grants.ClaimedGrantRows.AtClaim;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What one claim hands out of one account, in the order in which deliveries are asked. */
final class Allocation {
  static final Policy POLICY = new Policy("grants", 1);
  private static final Duration BUSY_WAIT = Duration.ofSeconds(2);

  private final Purpose purpose;
  private final @Nullable AtClaim standing;
  private final Iterator<UUID> taken;
  private final Instant now;
  private long left;

  /**
   * @param standing null when there never was an authorisation
   * @param taken those that this claim has locked; a lasting one is locked once for all deliveries
   */
  Allocation(Purpose purpose, @Nullable AtClaim standing, List<UUID> taken, Instant now) {
    this.purpose = purpose;
    this.standing = standing;
    this.taken = taken.iterator();
    this.left = standing == null ? 0 : standing.available();
    this.now = now;
  }

  /**
   * What one delivery gets.
   *
   * @param account whose it is; null when it gets none
   * @param authorisation null when it gets none
   */
  record Got(
      Verdict verdict, @Nullable UUID account, @Nullable UUID authorisation, boolean lasting) {
    private static Got nothing(Verdict verdict) {
      return new Got(verdict, null, null, false);
    }
  }

  Got next() {
    if (standing != null && standing.lasting() != null) {
      return lasting(standing.account().id(), standing.lasting());
    }
    if (standing != null && taken.hasNext()) {
      UUID id = taken.next();
      left--;
      return new Got(
          pass(Map.of("grant", id.toString(), "grants_left", left)),
          standing.account().id(),
          id,
          false);
    }
    if (left > 0) {
      // what is left is in another claim's hand, which may yet give it back
      return Got.nothing(busy());
    }
    return Got.nothing(new Verdict.Degrade(lack(), POLICY));
  }

  /** One that is not locked is being voided right now. */
  private Got lasting(UUID account, UUID id) {
    return taken.hasNext()
        ? new Got(
            pass(Map.of("grant", id.toString(), "grant_kind", "long_term")), account, id, true)
        : Got.nothing(busy());
  }

  private Verdict busy() {
    return new Verdict.Hold(reason("grant_busy"), POLICY, now.plus(BUSY_WAIT));
  }

  /** What it would get, if nobody else came. */
  Verdict rehearse() {
    if (standing != null && standing.lasting() != null) {
      return pass(Map.of("grant_kind", "long_term"));
    }
    if (left > 0) {
      left--;
      return pass(Map.of("grants_left", left));
    }
    return new Verdict.Degrade(lack(), POLICY);
  }

  private Reason lack() {
    Instant refusedAt = standing == null ? null : standing.account().refusedAt();
    return standing != null && standing.account().refused() && refusedAt != null
        ? reason("authorisation_refused").with("refused_at", refusedAt.toString())
        : reason("quota_exhausted").with("available", 0);
  }

  private Reason reason(String code) {
    return Reason.of(code)
        .with("channel", purpose.channel().value())
        .with("template", purpose.template());
  }

  private static Verdict pass(Map<String, Object> numbers) {
    return new Verdict.Pass(numbers);
  }
}
