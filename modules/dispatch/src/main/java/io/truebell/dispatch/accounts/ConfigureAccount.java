package io.truebell.dispatch.accounts;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.tenancy.TenantScope;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Sets up and changes channel accounts. Secrets are sealed before a transaction begins: the vault
 * may have to fetch a key over a connection of its own.
 */
@Component
class ConfigureAccount {
  private final Channels channels;
  private final Accounts accounts;
  private final SettingsSchemas schemas;
  private final AccountCredentials credentials;
  private final Ids ids;
  private final Clock clock;

  ConfigureAccount(
      Channels channels,
      Accounts accounts,
      SettingsSchemas schemas,
      AccountCredentials credentials,
      Ids ids,
      Clock clock) {
    this.channels = channels;
    this.accounts = accounts;
    this.schemas = schemas;
    this.credentials = credentials;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * @throws ApiProblem 422 when something is wrong with it, 409 when the name is taken
   */
  ChannelAccount create(AccountRequest request, Actor by) {
    ChannelAdapter channel = installed(request.channel());
    boolean sandbox = Objects.requireNonNullElse(request.sandbox(), false);
    List<FieldProblem> problems = new ArrayList<>();
    AccountTerms terms = AccountTerms.of(request, channel.descriptor(), problems);
    problems.addAll(schemas.check(channel.descriptor(), terms.settings()));
    checkSandbox(problems, sandbox);
    Map<String, @Nullable String> written = written(request.credentials());
    checkCredentials(problems, channel, terms.enabled(), Set.of(), written);
    refuse(problems);

    UUID id = ids.next();
    Instant now = now();
    ChannelAccount account =
        new ChannelAccount(id, channel.descriptor().key().value(), sandbox, terms, now);
    credentials.seal(id, written, by, now).forEach(account::seal);
    return accounts.add(account);
  }

  /**
   * @throws ApiProblem 404 when it is unknown, 422 when something is wrong with the change, 409
   *     when the account has changed since or the name is taken
   */
  ChannelAccount change(UUID id, AccountChangeRequest request, Actor by) {
    ChannelAccount seen =
        accounts.find(id).orElseThrow(() -> ApiProblem.notFound("channel account"));
    ChannelAdapter channel = installed(seen.channel());
    List<FieldProblem> problems = new ArrayList<>();
    int version = version(problems, request.version());
    AccountTerms terms = seen.terms().changed(request, problems);
    problems.addAll(schemas.check(channel.descriptor(), terms.settings()));
    if (request.sandbox() != null && request.sandbox() != seen.sandbox()) {
      problems.add(
          new FieldProblem(
              "sandbox", "fixed", "cannot be changed, for addresses differ: create another"));
    }
    Map<String, @Nullable String> written = written(request.credentials());
    checkCredentials(problems, channel, terms.enabled(), seen.credentials().keySet(), written);
    refuse(problems);

    Instant now = now();
    Map<String, SealedCredential> sealed = credentials.seal(id, written, by, now);
    return accounts.change(
        id,
        version,
        account -> {
          account.change(terms, now);
          written.keySet().stream().filter(f -> !sealed.containsKey(f)).forEach(account::forget);
          sealed.forEach(account::seal);
        });
  }

  /**
   * @throws ApiProblem 404 when it is unknown
   */
  void remove(UUID id) {
    Instant now = now();
    accounts.remove(id, now, account -> account.remove(now));
  }

  private ChannelAdapter installed(@Nullable String channel) {
    if (channel == null) {
      throw ApiProblem.invalid("channel", "required", "is required");
    }
    return channels
        .find(channel)
        .orElseThrow(
            () -> ApiProblem.invalid("channel", "unknown_channel", "is no installed channel"));
  }

  private void checkCredentials(
      List<FieldProblem> problems,
      ChannelAdapter channel,
      boolean enabled,
      Set<String> stored,
      Map<String, @Nullable String> written) {
    problems.addAll(credentials.check(channel, written));
    if (enabled) {
      Set<String> present = new HashSet<>(stored);
      written.forEach((field, value) -> keep(present, field, value != null));
      problems.addAll(AccountCredentials.missing(channel, present));
    }
  }

  private static void keep(Set<String> present, String field, boolean set) {
    if (set) {
      present.add(field);
    } else {
      present.remove(field);
    }
  }

  private static void checkSandbox(List<FieldProblem> problems, boolean sandbox) {
    if (sandbox && !TenantScope.current().sandboxAllowed()) {
      problems.add(
          new FieldProblem(
              "sandbox", "sandbox_not_allowed", "the operator has not allowed it to this tenant"));
    }
  }

  private static int version(List<FieldProblem> problems, @Nullable Integer version) {
    if (version == null) {
      problems.add(
          new FieldProblem("version", "required", "is required: the version that you read"));
      return 0;
    }
    return version;
  }

  private static Map<String, @Nullable String> written(
      @Nullable Map<String, @Nullable String> request) {
    return request == null ? Map.of() : request;
  }

  private static void refuse(List<FieldProblem> problems) {
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
  }

  // As exact as the database, so that an answer shows what is stored.
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
