package io.truebell.dispatch.accounts;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.SecretField;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.vault.Secret;
import io.truebell.core.vault.Vault;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Checks and seals the write-only secrets of accounts. Nothing here ever opens one. */
@Component
class AccountCredentials {
  private static final int LONGEST = 4000;

  private final Vault vault;

  AccountCredentials(Vault vault) {
    this.vault = vault;
  }

  /** What is wrong with the secrets to be written; a null one is to be removed. */
  List<FieldProblem> check(ChannelAdapter channel, Map<String, @Nullable String> written) {
    Set<String> known =
        channel.descriptor().credentials().stream()
            .map(SecretField::name)
            .collect(Collectors.toSet());
    List<FieldProblem> problems = new ArrayList<>();
    written.forEach(
        (name, value) -> {
          String field = "credentials." + name;
          if (!known.contains(name)) {
            problems.add(
                new FieldProblem(field, "unknown_field", "is no credential of this channel"));
          } else if (value != null) {
            check(problems, channel, name, value);
          }
        });
    return problems;
  }

  private static void check(
      List<FieldProblem> problems, ChannelAdapter channel, String name, String value) {
    List<FieldProblem> found = new ArrayList<>();
    Text.check(found, name, value, LONGEST, true);
    if (found.isEmpty()) {
      found.addAll(channel.checkSecret(name, value));
    }
    found.forEach(p -> problems.add(new FieldProblem("credentials." + name, p.code(), p.reason())));
  }

  /** Required secrets that an account with the secrets {@code present} lacks. */
  static List<FieldProblem> missing(ChannelAdapter channel, Set<String> present) {
    return channel.descriptor().credentials().stream()
        .filter(field -> field.required() && !present.contains(field.name()))
        .map(
            field ->
                new FieldProblem(
                    "credentials." + field.name(),
                    "required",
                    "is required: the account cannot send without it"))
        .toList();
  }

  /** Ciphertexts of those that are written, each bound to its place. */
  Map<String, SealedCredential> seal(
      UUID account, Map<String, @Nullable String> written, Actor by, Instant now) {
    Map<String, SealedCredential> sealed = new HashMap<>();
    written.forEach(
        (field, value) -> {
          if (value != null) {
            sealed.put(
                field, new SealedCredential(seal(account, field, value), now, by.toString()));
          }
        });
    return sealed;
  }

  private byte[] seal(UUID account, String field, String value) {
    String place = "channel_account/" + account + "/" + field;
    try (Secret secret = Secret.of(value)) {
      return vault.seal(TenantScope.current().id(), place, secret).bytes();
    }
  }
}
