package io.truebell.dispatch.explain;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which messages to list; every part is optional and all given ones must hold.
 *
 * @param recipient external id
 * @param q text that the payload's title contains, whatever its case
 */
record MessageFilter(
    @Nullable UUID notification,
    @Nullable String recipient,
    @Nullable String type,
    @Nullable String category,
    @Nullable String subject,
    @Nullable String q,
    @Nullable String channel,
    @Nullable String state,
    @Nullable String reason,
    @Nullable Boolean sandbox,
    @Nullable Instant from,
    @Nullable Instant to) {
  private static final int LONGEST = 200;
  private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");
  private static final Set<String> STATES =
      Arrays.stream(DeliveryState.values()).map(Enum::name).collect(Collectors.toSet());

  private static final Map<String, String> OF_MESSAGE =
      Map.of(
          "notification", "m.notification_id = :notification",
          "recipient", "r.external_id = :recipient",
          "type", "n.type = :type",
          "category", "n.category = :category",
          "subject", "n.subject = :subject",
          "q", "strpos(lower(n.payload ->> 'title'), lower(:q)) > 0",
          "from", "m.created_at >= :from::timestamptz",
          "to", "m.created_at < :to::timestamptz");
  private static final Map<String, String> OF_DELIVERY =
      Map.of(
          "channel", "d.channel = :channel",
          "state", "d.state = :state",
          "reason", "d.reason = :reason",
          "sandbox", "d.sandbox = :sandbox");

  MessageFilter {
    List<FieldProblem> problems = new ArrayList<>();
    Text.checkOptional(problems, "recipient", recipient, LONGEST, false);
    Text.checkOptional(problems, "type", type, LONGEST, false);
    Text.checkOptional(problems, "category", category, LONGEST, false);
    Text.checkOptional(problems, "subject", subject, LONGEST, false);
    Text.checkOptional(problems, "q", q, LONGEST, false);
    Text.checkOptional(problems, "channel", channel, LONGEST, false);
    Text.checkOptional(problems, "reason", reason, LONGEST, false);
    if (state != null && !STATES.contains(state)) {
      problems.add(new FieldProblem("state", "unknown_value", "is not a delivery state"));
    }
    time(problems, "from", from);
    time(problems, "to", to);
    if (from != null && to != null && !from.isBefore(to)) {
      problems.add(new FieldProblem("to", "out_of_range", "must be after from"));
    }
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
    put(given, "notification", notification);
    put(given, "recipient", recipient);
    put(given, "type", type);
    put(given, "category", category);
    put(given, "subject", subject);
    put(given, "q", q);
    put(given, "channel", channel);
    put(given, "state", state);
    put(given, "reason", reason);
    put(given, "sandbox", sandbox);
    put(given, "from", from == null ? null : from.toString());
    put(given, "to", to == null ? null : to.toString());
    return given;
  }

  /** Conditions for the given parts, each beginning with AND. */
  String conditions() {
    StringBuilder all = new StringBuilder();
    StringBuilder ofDelivery = new StringBuilder();
    for (String part : parameters().keySet()) {
      if (OF_MESSAGE.containsKey(part)) {
        all.append(" AND ").append(OF_MESSAGE.get(part));
      } else {
        ofDelivery.append(" AND ").append(OF_DELIVERY.get(part));
      }
    }
    if (!ofDelivery.isEmpty()) {
      all.append(" AND EXISTS (SELECT 1 FROM delivery d WHERE d.message_id = m.id")
          .append(ofDelivery)
          .append(')');
    }
    return all.toString();
  }

  private static void put(Map<String, Object> given, String name, @Nullable Object value) {
    if (value != null) {
      given.put(name, value);
    }
  }
}
