package io.truebell.admin.keys;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a new key is to be.
 *
 * @param scopes by their wire names; at least one
 * @param expiresAt when it stops working, at most 10 years ahead; never when missing
 */
record CreateKeyRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String name,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable List<@Nullable String> scopes,
    @Nullable Instant expiresAt) {
  /** Ten years, leap days included. */
  private static final Duration LONGEST = Duration.ofDays(3_653);

  /**
   * The same with nothing missing.
   *
   * @param grantable what the one who asks may pass on
   */
  Checked check(Set<Scope> grantable, Instant now) {
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "name", name, 80, false);
    Set<Scope> asked = scopes(problems, grantable);
    end(problems, now);
    if (name == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Checked(name, asked, expiresAt);
  }

  private void end(List<FieldProblem> problems, Instant now) {
    if (expiresAt == null) {
      return;
    }
    if (!expiresAt.isAfter(now)) {
      problems.add(new FieldProblem("expires_at", "in_the_past", "must be in the future"));
    } else if (expiresAt.isAfter(now.plus(LONGEST))) {
      problems.add(
          new FieldProblem("expires_at", "too_far", "must be at most 10 years ahead, or absent"));
    }
  }

  private Set<Scope> scopes(List<FieldProblem> problems, Set<Scope> grantable) {
    Set<Scope> asked = EnumSet.noneOf(Scope.class);
    if (scopes == null || scopes.isEmpty()) {
      problems.add(new FieldProblem("scopes", "required", "must name at least one scope"));
      return asked;
    }
    for (int i = 0; i < scopes.size(); i++) {
      Scope scope = named(scopes.get(i));
      if (scope == null) {
        problems.add(new FieldProblem("scopes[" + i + "]", "unknown_scope", "is not a scope"));
      } else if (!grantable.contains(scope)) {
        problems.add(
            new FieldProblem(
                "scopes[" + i + "]", "scope_not_held", "is a scope that you do not have yourself"));
      } else {
        asked.add(scope);
      }
    }
    return asked;
  }

  private static @Nullable Scope named(@Nullable String name) {
    for (Scope scope : ApiKeys.TENANT_SCOPES) {
      if (scope.wireName().equals(name)) {
        return scope;
      }
    }
    return null;
  }

  record Checked(String name, Set<Scope> scopes, @Nullable Instant expiresAt) {
    Checked {
      scopes = Set.copyOf(scopes);
    }
  }
}
