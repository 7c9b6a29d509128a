package io.truebell.dispatch.explain;

import io.truebell.dispatch.explain.Sentences.Said;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One message as the API shows it; its status is derived from inbox and deliveries. */
public record MessageView(
    UUID id,
    UUID notification,
    String recipient,
    String type,
    String category,
    String subject,
    String title,
    String inbox,
    Instant createdAt,
    @Nullable Instant readAt,
    List<DeliveryView> deliveries,
    List<NotPlannedView> notPlanned,
    Said status) {
  /** A channel that was looked at when the message was planned, and is not used. */
  public record NotPlannedView(String channel, String reason, Said sentence) {
    static NotPlannedView of(Map<String, String> note, Sentences sentences) {
      String reason = note.getOrDefault("reason", "");
      return new NotPlannedView(
          note.getOrDefault("channel", ""), reason, sentences.say(reason, note));
    }
  }
}
