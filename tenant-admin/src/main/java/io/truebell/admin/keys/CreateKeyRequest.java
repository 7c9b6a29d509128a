package io.truebell.admin.keys;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.identity.Scope;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
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
 * @param expiresAt when it stops working; never when missing
 */
record CreateKeyRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String name,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable List<@Nullable String> scopes,
    @Nullable Instant expiresAt) {
  /**
   * The same with nothing missing.
   *
   * @param grantable what the one who asks may pass on
   */
  Checked check(Set<Scope> grantable, Instant now) {
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "name", name, 80, false);
    Set<Scope> asked = scopes(problems, grantable);
    if (expiresAt != null && !expiresAt.isAfter(now)) {
      problems.add(new FieldProblem("expires_at", "in_the_past", "must be in the future"));
    }
    if (name == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Checked(name, asked, expiresAt);
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
