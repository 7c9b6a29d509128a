package io.truebell.ledger.grants;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.core.spi.Grants.Purpose;
import io.truebell.ledger.grants.RegisterAnswer.Submission;
import io.truebell.ledger.grants.Templates.Known;
import io.truebell.ledger.grants.Templates.Template;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a person answered when asked.
 *
 * @param requestId your id of the question; equal ids count once for a recipient
 * @param template the provider's template; or else the type says which
 * @param type the type of notification that goes out with the template
 * @param status the provider's word: "accept", "acceptWithAudio", "acceptWithAlert", "reject",
 *     "ban" or "filter"
 * @param kind "one_time", which is usual, or "long_term" for one that is never used up
 * @param answeredAt when the person answered; now when missing
 * @param source which action of the person it belongs to, e.g. "checkin:42"; "api" when missing
 */
record GrantRequest(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String requestId,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String channel,
    @Nullable String template,
    @Nullable String type,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String status,
    @Nullable String kind,
    @Nullable Instant answeredAt,
    @Nullable String source) {
  private static final int LONGEST_ID = 128;
  private static final int LONGEST_TEMPLATE = 200;

  /**
   * The same, checked.
   *
   * @throws ApiProblem 422 when something is wrong with it
   */
  Submission check(RecipientId recipient, Known templates, Instant now) {
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "request_id", requestId, LONGEST_ID, false);
    Text.check(problems, "channel", channel, LONGEST_ID, false);
    Text.check(problems, "status", status, LONGEST_ID, false);
    Text.checkOptional(problems, "template", template, LONGEST_TEMPLATE, false);
    Text.checkOptional(problems, "type", type, LONGEST_ID, false);
    Text.checkOptional(problems, "source", source, LONGEST_ID, false);
    if ((template == null) == (type == null)) {
      problems.add(
          new FieldProblem("template", "required", "give either the template or the type"));
    }
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    Template known = template(templates);
    return new Submission(
        new Purpose(recipient, known.channel(), known.name()),
        Objects.requireNonNull(requestId),
        AnswerStatus.of(Objects.requireNonNull(status)),
        checkedKind(),
        Objects.requireNonNullElse(answeredAt, now),
        source == null || source.isBlank() ? "api" : source);
  }

  private Template template(Known templates) {
    ChannelKey key = channel(Objects.requireNonNull(channel));
    return template == null
        ? templates.ofType(key, Objects.requireNonNull(type))
        : templates.named(key, template);
  }

  /** The key of a channel as a caller wrote it. */
  static ChannelKey channel(String written) {
    try {
      return new ChannelKey(written);
    } catch (IllegalArgumentException e) {
      throw ApiProblem.invalid("channel", "unknown_channel", "is not a channel's key");
    }
  }

  private String checkedKind() {
    return switch (kind) {
      case null -> "one_time";
      case "one_time", "long_term" -> kind;
      default -> throw ApiProblem.invalid("kind", "unknown_value", "must be one_time or long_term");
    };
  }
}
