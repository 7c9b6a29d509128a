package io.truebell.dispatch.accounts;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.ChannelDescriptor;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How an account is to be used: everything that can be changed but its secrets.
 *
 * @param minimalText when set, nothing but this text leaves to the third party
 * @param settings as the channel's schema says
 * @param timeoutMs for one call in all
 * @param retryLadder seconds before each retry
 * @param receiptWithinSeconds how long a receipt is waited for; null when as long as the channel
 *     says
 */
record AccountTerms(
    String name,
    boolean enabled,
    boolean verifiedEndpointsOnly,
    @Nullable String minimalText,
    Map<String, Object> settings,
    int timeoutMs,
    List<Integer> retryLadder,
    @Nullable Integer receiptWithinSeconds) {
  private static final List<Integer> DEFAULT_LADDER = List.of(60, 300, 1800);

  AccountTerms {
    retryLadder = List.copyOf(retryLadder);
  }

  /** The terms that a new account asks for; adds what is wrong with them to {@code problems}. */
  static AccountTerms of(
      AccountRequest request, ChannelDescriptor channel, List<FieldProblem> problems) {
    TermsCheck check = new TermsCheck(problems);
    return new AccountTerms(
        check.name(request.name()),
        Objects.requireNonNullElse(request.enabled(), true),
        Objects.requireNonNullElse(request.verifiedEndpointsOnly(), false),
        check.minimalText(request.minimalText()),
        request.settings() == null ? Map.of() : request.settings(),
        request.timeoutMs() == null
            ? (int) channel.timeout().toMillis()
            : check.timeout(request.timeoutMs()),
        request.retryLadder() == null ? DEFAULT_LADDER : check.ladder(request.retryLadder()),
        check.receiptWithin(request.receiptWithinSeconds()));
  }

  /** These terms with the wished changes; adds what is wrong with them to {@code problems}. */
  AccountTerms changed(AccountChangeRequest wish, List<FieldProblem> problems) {
    TermsCheck check = new TermsCheck(problems);
    return new AccountTerms(
        wish.name() == null ? name : check.name(wish.name()),
        Objects.requireNonNullElse(wish.enabled(), enabled),
        Objects.requireNonNullElse(wish.verifiedEndpointsOnly(), verifiedEndpointsOnly),
        wish.minimalText() == null ? minimalText : check.minimalText(wish.minimalText()),
        wish.settings() == null ? settings : wish.settings(),
        wish.timeoutMs() == null ? timeoutMs : check.timeout(wish.timeoutMs()),
        wish.retryLadder() == null ? retryLadder : check.ladder(wish.retryLadder()),
        wish.receiptWithinSeconds() == null
            ? receiptWithinSeconds
            : check.receiptWithin(wish.receiptWithinSeconds()));
  }

  /**
   * Whether deliveries are decided alike, so that their traces may name the same policy version.
   */
  boolean decidesLike(AccountTerms other) {
    return verifiedEndpointsOnly == other.verifiedEndpointsOnly
        && timeoutMs == other.timeoutMs
        && retryLadder.equals(other.retryLadder);
  }
}
