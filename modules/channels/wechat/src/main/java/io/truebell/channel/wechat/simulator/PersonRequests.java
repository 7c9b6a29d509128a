package io.truebell.channel.wechat.simulator;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What somebody has a simulated person do. */
final class PersonRequests {
  private static final List<String> STATUSES = List.of("accept", "reject");

  private PersonRequests() {}

  /**
   * An answer to the dialog.
   *
   * @param always whether the answer is kept and not asked for again
   * @param longTerm whether the template is a long-term one
   */
  record AnswerRequest(
      @Nullable String template,
      @Nullable String status,
      @Nullable Boolean always,
      @Nullable Boolean longTerm) {
    /**
     * @throws ApiProblem 422 naming what is wrong
     */
    Answer checked() {
      check(template, status);
      return new Answer(
          String.valueOf(template),
          String.valueOf(status),
          Boolean.TRUE.equals(always),
          Boolean.TRUE.equals(longTerm));
    }
  }

  /** A change in the settings. */
  record ChangeRequest(@Nullable String template, @Nullable String status) {
    /**
     * @throws ApiProblem 422 naming what is wrong
     */
    Answer checked() {
      check(template, status);
      return new Answer(String.valueOf(template), String.valueOf(status), false, false);
    }
  }

  /** A decision that is complete. */
  record Answer(String template, String status, boolean always, boolean longTerm) {}

  private static void check(@Nullable String template, @Nullable String status) {
    List<FieldProblem> problems = new ArrayList<>();
    if (template == null || template.isBlank()) {
      problems.add(new FieldProblem("template", "required", "is required"));
    }
    if (status == null || !STATUSES.contains(status)) {
      problems.add(new FieldProblem("status", "invalid_status", "must be accept or reject"));
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
  }
}
