package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Posts and rehearses as the API does, for tests in other rooms. */
public final class TestIntake {
  private final NotificationChecks checks;
  private final Intake intake;
  private final Rehearsal rehearsal;
  private final Withdrawal withdrawal;

  TestIntake(NotificationChecks checks, Intake intake, Rehearsal rehearsal, Withdrawal withdrawal) {
    this.checks = checks;
    this.intake = intake;
    this.rehearsal = rehearsal;
    this.withdrawal = withdrawal;
  }

  /** A post that can be varied. */
  public record Post(
      String type,
      String category,
      List<String> recipients,
      Map<String, Object> payload,
      List<String> channels,
      Instant notBefore,
      Instant expiresAt,
      String key) {
    public static Post to(String... recipients) {
      return new Post(
          "trip.changed",
          "transactional",
          List.of(recipients),
          Map.of("title", "Gate changed", "text", "Now at B12"),
          null,
          null,
          null,
          null);
    }

    public Post type(String other) {
      return new Post(other, category, recipients, payload, channels, notBefore, expiresAt, key);
    }

    public Post category(String other) {
      return new Post(type, other, recipients, payload, channels, notBefore, expiresAt, key);
    }

    public Post payload(Map<String, Object> other) {
      return new Post(type, category, recipients, other, channels, notBefore, expiresAt, key);
    }

    public Post channels(String... other) {
      return new Post(
          type, category, recipients, payload, List.of(other), notBefore, expiresAt, key);
    }

    public Post inboxOnly() {
      return new Post(type, category, recipients, payload, List.of(), notBefore, expiresAt, key);
    }

    public Post notBefore(Instant other) {
      return new Post(type, category, recipients, payload, channels, other, expiresAt, key);
    }

    public Post expiresAt(Instant other) {
      return new Post(type, category, recipients, payload, channels, notBefore, other, key);
    }

    public Post key(String other) {
      return new Post(type, category, recipients, payload, channels, notBefore, expiresAt, other);
    }

    NotificationRequest request() {
      return new NotificationRequest(
          type,
          category,
          "trip:42",
          recipients,
          payload,
          channels,
          null,
          notBefore,
          expiresAt,
          key);
    }
  }

  /** What was accepted. */
  public record Posted(UUID id, List<UUID> messages, boolean repeated) {}

  public Posted post(Post post) {
    Accepted accepted =
        intake.accept(checks.check(post.request(), null), new Actor("api_key", "test"));
    return new Posted(
        accepted.id(),
        accepted.messages().stream().map(Accepted.AcceptedMessage::id).toList(),
        accepted.repeated());
  }

  /** Outcome by recipient and channel, e.g. {@code would_be_sent gates_passed}. */
  public List<String> rehearse(Post post) {
    return rehearsal.rehearse(checks.check(post.request(), null)).recipients().stream()
        .flatMap(
            r ->
                r.deliveries().isEmpty()
                    ? java.util.stream.Stream.of(r.recipient() + " inbox only " + r.inboxOnly())
                    : r.deliveries().stream()
                        .map(d -> r.recipient() + " " + d.outcome() + " " + d.reason()))
        .toList();
  }

  public int withdraw(UUID notification) {
    return withdrawal.withdraw(notification, new Actor("api_key", "test")).cancelled();
  }

  /** What withdrawing did. */
  public record Withdrawn(int notifications, int cancelled, Map<DeliveryState, Long> others) {
    static Withdrawn of(Withdrawal.Result result) {
      return new Withdrawn(result.notifications(), result.cancelled(), result.tooLate());
    }
  }

  public Withdrawn withdrawOne(UUID notification) {
    return Withdrawn.of(withdrawal.withdraw(notification, new Actor("api_key", "test")));
  }

  public Withdrawn withdrawSubject(String subject, String type) {
    return Withdrawn.of(withdrawal.withdrawSubject(subject, type, new Actor("api_key", "test")));
  }

  public Withdrawn withdrawRecipient(String recipient, String type) {
    return Withdrawn.of(
        withdrawal.withdrawRecipient(recipient, type, new Actor("api_key", "test")));
  }
}
