package io.truebell.dispatch.intake;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.spi.Notifications;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** The same door for other plugins: what they hand in passes the same checks. */
@Component
class HandIn implements Notifications {
  private final NotificationChecks checks;
  private final Intake intake;
  private final Withdrawal withdrawal;
  private final PlannedRows rows;

  HandIn(NotificationChecks checks, Intake intake, Withdrawal withdrawal, PlannedRows rows) {
    this.checks = checks;
    this.intake = intake;
    this.withdrawal = withdrawal;
    this.rows = rows;
  }

  @Override
  public Notifications.Accepted accept(Fact fact, Actor actor) {
    var accepted = intake.accept(checks.check(request(fact), null), actor);
    List<DeliveryId> queued = rows.queued(accepted.id()).stream().map(DeliveryId::new).toList();
    return new Notifications.Accepted(
        new NotificationId(accepted.id()), queued, accepted.repeated());
  }

  @Override
  public void withdraw(NotificationId notification, Actor actor) {
    var ignored = withdrawal.withdraw(notification.value(), actor);
  }

  private static NotificationRequest request(Fact fact) {
    List<ChannelKey> channels = fact.channels();
    return new NotificationRequest(
        fact.type(),
        fact.category().name().toLowerCase(Locale.ROOT),
        fact.subject(),
        List.copyOf(fact.recipients()),
        new LinkedHashMap<>(fact.payload()),
        channels == null ? null : List.copyOf(channels.stream().map(ChannelKey::value).toList()),
        fact.urgent(),
        fact.notBefore(),
        fact.expiresAt(),
        fact.idempotencyKey());
  }
}
