package io.truebell.dispatch.redrive;

import io.swagger.v3.oas.annotations.media.Schema;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which unreached deliveries are meant; every part is optional and all given ones must hold.
 *
 * @param reason stable code
 * @param recipient external id
 * @param from ended at or after
 * @param to ended before
 */
record RedriveFilter(
    @Schema(
            allowableValues = {
              "REJECTED",
              "FAILED",
              "UNKNOWN",
              "UNDELIVERED",
              "EXPIRED",
              "CANCELLED",
              "ACCEPTED"
            })
        @Nullable String state,
    @Nullable String reason,
    @Nullable String channel,
    @Nullable String type,
    @Nullable UUID notification,
    @Nullable String recipient,
    @Nullable Instant from,
    @Nullable Instant to) {
  static final RedriveFilter ALL =
      new RedriveFilter(null, null, null, null, null, null, null, null);

  private static final Set<String> STATES =
      Set.of("REJECTED", "FAILED", "UNKNOWN", "UNDELIVERED", "EXPIRED", "CANCELLED", "ACCEPTED");
  private static final int LONGEST = 200;
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

  private static final Map<String, String> CONDITIONS =
      Map.of(
          "state", "d.state = :state",
          "reason", "d.reason = :reason",
          "channel", "d.channel = :channel",
          "type", "d.type = :type",
          "notification", "d.notification_id = :notification",
          "recipient", "r.external_id = :recipient",
          "from", "d.updated_at >= :from::timestamptz",
          "to", "d.updated_at < :to::timestamptz");

  /**
   * @throws ApiProblem 422
   */
  void check() {
    List<FieldProblem> problems = new ArrayList<>();
    if (state != null && !STATES.contains(state)) {
      problems.add(new FieldProblem("state", "unknown_value", "is none of these states"));
    }
    Text.checkOptional(problems, "reason", reason, LONGEST, false);
    Text.checkOptional(problems, "channel", channel, LONGEST, false);
    Text.checkOptional(problems, "type", type, LONGEST, false);
    Text.checkOptional(problems, "recipient", recipient, LONGEST, false);
    time(problems, "from", from);
    time(problems, "to", to);
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
  }

  private static void time(List<FieldProblem> problems, String field, @Nullable Instant at) {
    if (at != null && (at.isBefore(Instant.EPOCH) || at.isAfter(LATEST))) {
      problems.add(new FieldProblem(field, "out_of_range", "must be from 1970 to 9999"));
    }
  }

  /** The given parts as named parameters. */
  Map<String, Object> parameters() {
    Map<String, Object> given = new LinkedHashMap<>();
    put(given, "state", state);
    put(given, "reason", reason);
    put(given, "channel", channel);
    put(given, "type", type);
    put(given, "notification", notification);
    put(given, "recipient", recipient);
    put(given, "from", from == null ? null : from.toString());
    put(given, "to", to == null ? null : to.toString());
    return given;
  }

  /** Conditions for the given parts, each beginning with AND. */
  String conditions() {
    StringBuilder all = new StringBuilder();
    parameters().keySet().forEach(part -> all.append(" AND ").append(CONDITIONS.get(part)));
    return all.toString();
  }

  private static void put(Map<String, Object> given, String name, @Nullable Object value) {
    if (value != null) {
      given.put(name, value);
    }
  }
}
