package io.truebell.dispatch.intake;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /v1/notifications:cancel}: either a subject or a recipient.
 *
 * @param subject every notification about it that was accepted so far
 * @param recipient external id; what is queued for this person now
 * @param type only notifications of this type
 */
record WithdrawalRequest(
    @Nullable String subject, @Nullable String recipient, @Nullable String type) {
  /**
   * @throws ApiProblem 422
   */
  void check() {
    List<FieldProblem> problems = new ArrayList<>();
    if (subject == null && recipient == null) {
      problems.add(new FieldProblem("subject", "required", "or recipient must say what is meant"));
    } else if (subject != null && recipient != null) {
      problems.add(
          new FieldProblem("recipient", "contradiction", "cannot be given beside subject"));
    } else if (subject != null) {
      Text.check(problems, "subject", subject, 200, false);
    } else {
      Text.check(problems, "recipient", recipient, 128, false);
    }
    if (type != null) {
      Text.check(problems, "type", type, 80, false);
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
  }
}
