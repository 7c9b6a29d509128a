package io.truebell.dispatch.redrive;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/deliveries/{id}:resend}.
 *
 * @param reason why it is sent again, for those who read the trace later
 * @param duplicateAcceptable the caller's word that it may arrive twice; needed when an earlier one
 *     has an unknown outcome
 */
record ResendRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String reason,
    @Nullable Boolean duplicateAcceptable) {
  private static final int LONGEST = 200;

  /**
   * The reason, checked.
   *
   * @throws ApiProblem 422
   */
  String because() {
    return checked(reason);
  }

  boolean word() {
    return Boolean.TRUE.equals(duplicateAcceptable);
  }

  static String checked(@Nullable String reason) {
    List<FieldProblem> problems = new java.util.ArrayList<>();
    Text.check(problems, "reason", reason, LONGEST, false);
    if (reason == null || !problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return reason;
  }
}
