package io.truebell.dispatch.routes;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Deliveries;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.due.DueTenants;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Makes the delivery that follows another one, with a hint that it is due. */
@Component
class Following implements Deliveries {
  private final FollowRows rows;
  private final DueTenants dueTenants;
  private final Ids ids;
  private final JsonMapper json;
  private final Clock clock;

  Following(FollowRows rows, DueTenants dueTenants, Ids ids, JsonMapper json, Clock clock) {
    this.rows = rows;
    this.dueTenants = dueTenants;
    this.ids = ids;
    this.json = json;
    this.clock = clock;
  }

  @Override
  public Optional<DeliveryId> carryOn(DeliveryId merged, Instant notBefore, Reason reason) {
    Instant now = now();
    Instant due = notBefore.isAfter(now) ? notBefore : now;
    UUID id = ids.next();
    return waking(
        rows.carryOn(id, merged.value(), due, said(reason), now, Actor.SYSTEM.toString()), id, due);
  }

  @Override
  public Optional<DeliveryId> fallBack(DeliveryId ended, ChannelKey channel, Reason reason) {
    Instant now = now();
    UUID id = ids.next();
    boolean sandbox = TenantScope.current().sandboxAllowed();
    return waking(
        rows.fallBack(
            id, ended.value(), channel, sandbox, said(reason), now, Actor.SYSTEM.toString()),
        id,
        now);
  }

  private Optional<DeliveryId> waking(boolean made, UUID id, Instant due) {
    if (!made) {
      return Optional.empty();
    }
    dueTenants.wake(TenantScope.current().id(), due);
    return Optional.of(new DeliveryId(id));
  }

  private FollowRows.Said said(Reason reason) {
    return new FollowRows.Said(reason.code(), json.writeValueAsString(reason.with()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MICROS);
  }
}
