package io.truebell.ledger.grants;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Grants;
import io.truebell.ledger.base.Joined;
import io.truebell.ledger.base.LedgerSettings;
import io.truebell.ledger.grants.BalanceRows.Counted;
import io.truebell.ledger.grants.RegisterAnswer.Submission;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** People's authorisations, for the other plugins and for the API. */
@Component
class StoredGrants implements Grants {
  private final RegisterAnswer register;
  private final Templates templates;
  private final Accounts accounts;
  private final Voiding voiding;
  private final LedgerSettings settings;
  private final Joined joined;

  StoredGrants(
      RegisterAnswer register,
      Templates templates,
      Accounts accounts,
      Voiding voiding,
      LedgerSettings settings,
      Joined joined) {
    this.register = register;
    this.templates = templates;
    this.accounts = accounts;
    this.voiding = voiding;
    this.settings = settings;
    this.joined = joined;
  }

  /** Accounts and what is in them. */
  @Component
  record Accounts(AccountRows rows, BalanceRows balances) {}

  /** An account of a recipient, and how it stands. */
  record Stand(Purpose purpose, Balance balance) {}

  @Override
  public Registered register(Answer answer, Actor actor) {
    Submission submission =
        new Submission(
            answer.purpose(),
            answer.requestId(),
            AnswerStatus.of(answer.status()),
            "one_time",
            answer.answeredAt(),
            answer.source());
    checkTemplate(submission);
    return register(submission, actor);
  }

  /** A typo must not be a lost authorisation; what is stored already outlives its template. */
  private void checkTemplate(Submission submission) {
    Purpose purpose = submission.purpose();
    if (submission.status().grants()
        && !templates.known().sendsWith(purpose.channel(), purpose.template())
        && !register.known(submission)) {
      throw Templates.unknown("grant.template", purpose.channel(), purpose.template());
    }
  }

  Registered register(Submission submission, Actor actor) {
    return joined.call(() -> register.register(submission, actor));
  }

  @Override
  public Optional<Purpose> purpose(RecipientId recipient, ChannelKey channel, String type) {
    return templates
        .ofType(channel, type)
        .map(template -> new Purpose(recipient, channel, template.name()));
  }

  @Override
  public Balance balance(Purpose purpose) {
    return accounts
        .rows()
        .find(purpose)
        .map(a -> balance(a, accounts.balances().count(List.of(a.id())).get(a.id())))
        .orElseGet(() -> balance(null, null));
  }

  /** Every account of a recipient. */
  List<Stand> of(RecipientId recipient) {
    List<GrantAccount> all = accounts.rows().of(recipient);
    Map<UUID, Counted> counted =
        accounts.balances().count(all.stream().map(GrantAccount::id).toList());
    return all.stream().map(a -> new Stand(a.purpose(), balance(a, counted.get(a.id())))).toList();
  }

  private Balance balance(@Nullable GrantAccount account, @Nullable Counted found) {
    Counted counted = found == null ? Counted.NONE : found;
    return new Balance(
        counted.available(),
        counted.reserved(),
        counted.consumed(),
        counted.invalid(),
        counted.lasting(),
        settings.lowWater(),
        account == null || !account.refused() ? null : account.refusedAt());
  }

  @Override
  public int voidAll(Purpose purpose, String why, Actor actor) {
    return voidAll(purpose.recipient(), purpose::equals, why, actor);
  }

  @Override
  public int voidAll(
      RecipientId recipient,
      ChannelKey channel,
      Collection<String> templates,
      String why,
      Actor actor) {
    return voidAll(
        recipient,
        of ->
            of.channel().equals(channel)
                && (templates.isEmpty() || templates.contains(of.template())),
        why,
        actor);
  }

  /** Voids what is unused of a recipient, on one channel or all and for one template or all. */
  int voidMatching(
      RecipientId recipient, @Nullable String channel, @Nullable String template, Actor actor) {
    return voidAll(
        recipient,
        of ->
            (channel == null || of.channel().value().equals(channel))
                && (template == null || of.template().equals(template)),
        "grant_voided_by_sender",
        actor);
  }

  /** What the ledger has decides, and not what is sent with now. */
  private int voidAll(RecipientId recipient, Predicate<Purpose> meant, String why, Actor actor) {
    return joined.call(
        () ->
            voiding.all(
                accounts.rows().of(recipient).stream()
                    .filter(account -> meant.test(account.purpose()))
                    .map(GrantAccount::id)
                    .toList(),
                why,
                actor));
  }
}
