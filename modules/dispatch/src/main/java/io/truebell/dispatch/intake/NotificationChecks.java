package io.truebell.dispatch.intake;

import io.truebell.core.message.Category;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.dispatch.accounts.Channels;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Checks a request field by field and says everything that is wrong with it at once. */
@Component
class NotificationChecks {
  static final int MAX_RECIPIENTS = 1_000;
  private static final int MAX_CHANNELS = 50;
  static final int MAX_PAYLOAD_BYTES = 16 * 1024;
  private static final Duration FARTHEST = Duration.ofDays(366);
  private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_.-]{0,79}");
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,200}");

  private final Channels channels;
  private final JsonMapper json;
  private final Clock clock;

  NotificationChecks(Channels channels, JsonMapper json, Clock clock) {
    this.channels = channels;
    // sorted keys: two bodies that say the same have the same hash
    this.json = json.rebuild().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
    this.clock = clock;
  }

  /**
   * Checks what does not depend on when it is asked.
   *
   * @param headerKey the header {@code Idempotency-Key}
   * @throws ApiProblem 422 with every field that is wrong
   */
  NewNotification check(NotificationRequest request, @Nullable String headerKey) {
    List<FieldProblem> problems = new ArrayList<>();
    Map<String, Integer> recipients = recipients(problems, request.recipients());
    Object named = request.recipients() == null ? "none" : new TreeSet<>(recipients.keySet());
    return check(problems, request, recipients, named, headerKey);
  }

  /**
   * Checks a fact whose recipients come later.
   *
   * @param held part of the content: whether it waits for the whole list
   * @throws ApiProblem 422 with every field that is wrong
   */
  NewNotification checkWithoutRecipients(
      NotificationRequest request, @Nullable String headerKey, boolean held) {
    String later = held ? "later, held" : "later";
    return check(new ArrayList<>(), request, Map.of(), later, headerKey);
  }

  private NewNotification check(
      List<FieldProblem> problems,
      NotificationRequest request,
      Map<String, Integer> recipients,
      Object named,
      @Nullable String headerKey) {
    String type = type(problems, request.type());
    Category category = category(problems, request.category());
    Text.checkOptional(problems, "subject", request.subject(), 200, false);
    String payload = payload(problems, request.payload());
    List<ChannelKey> wanted = channels(problems, request.channels());
    String key = key(problems, request.idempotencyKey(), headerKey);
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
    return new NewNotification(
        type,
        category,
        Objects.requireNonNullElse(request.subject(), ""),
        recipients,
        payload,
        wanted,
        Boolean.TRUE.equals(request.urgent()),
        request.notBefore(),
        request.expiresAt(),
        key,
        hash(request, named, payload));
  }

  /**
   * Checks the times against now; not asked of a repetition, whose times were right when it was
   * first accepted.
   *
   * @throws ApiProblem 422 with every field that is wrong
   */
  void checkTimes(NewNotification fact) {
    List<FieldProblem> problems = new ArrayList<>();
    times(problems, fact.notBefore(), fact.expiresAt());
    if (!problems.isEmpty()) {
      throw ApiProblem.invalid(problems);
    }
  }

  private static String type(List<FieldProblem> problems, @Nullable String type) {
    if (type == null || !TYPE.matcher(type).matches()) {
      problems.add(
          new FieldProblem(
              "type",
              type == null ? "required" : "invalid_form",
              "must be 1 to 80 of a-z, 0-9, '.', '_', '-', beginning with a letter"));
    }
    return type == null ? "" : type;
  }

  private static Category category(List<FieldProblem> problems, @Nullable String category) {
    for (Category known : Category.values()) {
      if (known.name().toLowerCase(Locale.ROOT).equals(category)) {
        return known;
      }
    }
    problems.add(
        new FieldProblem(
            "category",
            category == null ? "required" : "unknown_value",
            "must be transactional or marketing"));
    return Category.TRANSACTIONAL;
  }

  private static Map<String, Integer> recipients(
      List<FieldProblem> problems, @Nullable List<@Nullable String> recipients) {
    Map<String, Integer> times = new LinkedHashMap<>();
    if (recipients == null || recipients.isEmpty()) {
      problems.add(new FieldProblem("recipients", "required", "must name at least one recipient"));
    } else if (recipients.size() > MAX_RECIPIENTS) {
      problems.add(
          new FieldProblem(
              "recipients",
              "too_many",
              "has " + recipients.size() + " entries; one call takes at most " + MAX_RECIPIENTS));
    } else {
      for (int i = 0; i < recipients.size(); i++) {
        String recipient = recipients.get(i);
        Text.check(problems, "recipients[" + i + "]", recipient, 128, false);
        times.merge(recipient == null ? "" : recipient, 1, Integer::sum);
      }
    }
    return times;
  }

  private String payload(
      List<FieldProblem> problems, @Nullable Map<String, @Nullable Object> payload) {
    if (payload == null) {
      problems.add(new FieldProblem("payload", "required", "must be an object with a title"));
      return "{}";
    }
    int before = problems.size();
    PayloadChecks.check(problems, payload);
    if (problems.size() > before) {
      return "{}";
    }
    String text = json.writeValueAsString(payload);
    int size = text.getBytes(StandardCharsets.UTF_8).length;
    if (size > MAX_PAYLOAD_BYTES) {
      problems.add(
          new FieldProblem(
              "payload",
              "too_large",
              "has " + size + " bytes as JSON; at most " + MAX_PAYLOAD_BYTES));
    }
    return text;
  }

  private @Nullable List<ChannelKey> channels(
      List<FieldProblem> problems, @Nullable List<@Nullable String> wanted) {
    if (wanted == null) {
      return null;
    }
    List<ChannelKey> keys = new ArrayList<>();
    if (wanted.size() > MAX_CHANNELS) {
      problems.add(
          new FieldProblem("channels", "too_many", "has more than " + MAX_CHANNELS + " entries"));
      return keys;
    }
    for (int i = 0; i < wanted.size(); i++) {
      String field = "channels[" + i + "]";
      try {
        ChannelKey key = new ChannelKey(Objects.requireNonNullElse(wanted.get(i), ""));
        if (channels.find(key).isPresent()) {
          keys.add(key);
          continue;
        }
      } catch (IllegalArgumentException e) {
        // falls through: it is no channel either
      }
      problems.add(new FieldProblem(field, "unknown_channel", "is not an installed channel"));
    }
    return keys.stream().distinct().toList();
  }

  private void times(
      List<FieldProblem> problems, @Nullable Instant notBefore, @Nullable Instant expiresAt) {
    Instant now = clock.instant();
    if (notBefore != null && Duration.between(now, notBefore).abs().compareTo(FARTHEST) > 0) {
      problems.add(new FieldProblem("not_before", "out_of_range", "is more than 366 days away"));
    }
    if (expiresAt == null) {
      return;
    }
    if (!expiresAt.isAfter(now)) {
      problems.add(new FieldProblem("expires_at", "already_past", "has already passed"));
    } else if (notBefore != null && !expiresAt.isAfter(notBefore)) {
      problems.add(new FieldProblem("expires_at", "out_of_range", "must be after not_before"));
    } else if (expiresAt.isAfter(now.plus(FARTHEST.multipliedBy(2)))) {
      problems.add(new FieldProblem("expires_at", "out_of_range", "is more than 732 days ahead"));
    }
  }

  private static @Nullable String key(
      List<FieldProblem> problems, @Nullable String inBody, @Nullable String inHeader) {
    String key = inBody == null ? inHeader : inBody;
    if (key != null && !KEY.matcher(key).matches()) {
      problems.add(
          new FieldProblem(
              "idempotency_key", "invalid_form", "must be 1 to 200 visible ASCII characters"));
    }
    if (inBody != null && inHeader != null && !inBody.equals(inHeader)) {
      problems.add(
          new FieldProblem(
              "idempotency_key", "contradiction", "differs from the header Idempotency-Key"));
    }
    return key;
  }

  private byte[] hash(NotificationRequest request, Object recipients, String payload) {
    Map<String, Object> content = new TreeMap<>();
    content.put("type", Objects.requireNonNull(request.type()));
    content.put("category", Objects.requireNonNull(request.category()));
    content.put("subject", Objects.requireNonNullElse(request.subject(), ""));
    content.put("recipients", recipients);
    content.put("payload", payload);
    content.put("channels", request.channels() == null ? "all" : new TreeSet<>(request.channels()));
    content.put("urgent", Boolean.TRUE.equals(request.urgent()));
    content.put("not_before", String.valueOf(request.notBefore()));
    content.put("expires_at", String.valueOf(request.expiresAt()));
    try {
      return MessageDigest.getInstance("SHA-256").digest(json.writeValueAsBytes(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
