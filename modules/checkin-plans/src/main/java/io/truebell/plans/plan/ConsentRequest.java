package io.truebell.plans.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the person answered when the client asked for an authorisation.
 *
 * @param requestId the client's id of the question; equal ids count once
 * @param template the provider's template that was asked for
 * @param status the provider's word, e.g. {@code accept}, {@code reject}, {@code ban}, {@code
 *     filter}
 */
public record ConsentRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String requestId,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String template,
    @Schema(example = "accept", requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String status) {
  private static final int LONGEST_ID = 100;
  private static final int LONGEST_TEMPLATE = 200;
  private static final int LONGEST_STATUS = 60;

  /** The same with nothing missing; adds what is wrong to {@code problems}. */
  public Authorisations.Told check(List<FieldProblem> problems) {
    Text.check(problems, "grant.request_id", requestId, LONGEST_ID, false);
    Text.check(problems, "grant.template", template, LONGEST_TEMPLATE, false);
    Text.check(problems, "grant.status", status, LONGEST_STATUS, false);
    return new Authorisations.Told(
        Objects.requireNonNullElse(requestId, ""),
        Objects.requireNonNullElse(template, ""),
        Objects.requireNonNullElse(status, ""));
  }
}
