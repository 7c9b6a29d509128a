package io.truebell.admin.tenants;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a new tenant is to be. */
record CreateTenantRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String slug,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String name,
    @Nullable Boolean sandboxAllowed) {
  private static final Pattern SLUG = Pattern.compile("[a-z][a-z0-9-]{1,38}[a-z0-9]");

  /**
   * The same with nothing missing.
   *
   * @param idempotencyKey of the same call; checked with it
   */
  Checked check(@Nullable String idempotencyKey) {
    List<FieldProblem> problems = new ArrayList<>();
    Text.checkOptional(problems, "Idempotency-Key", idempotencyKey, 128, false);
    Text.check(problems, "name", name, 120, false);
    if (slug == null || !SLUG.matcher(slug).matches()) {
      problems.add(
          new FieldProblem(
              "slug",
              "invalid_slug",
              "must be 3 to 40 lower-case letters, digits and hyphens, with a letter first"));
    }
    if (slug == null || name == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new Checked(slug, name, Boolean.TRUE.equals(sandboxAllowed));
  }

  record Checked(String slug, String name, boolean sandboxAllowed) {}
}
