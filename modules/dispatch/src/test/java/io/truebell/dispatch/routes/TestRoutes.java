package io.truebell.dispatch.routes;

import io.truebell.core.identity.Caller;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.Deliveries;
import io.truebell.dispatch.routes.RoutesController.RouteRequest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Sets routes as the API does, and makes followers as plugins do, for tests in other rooms. */
public final class TestRoutes {
  private final RoutesController controller;
  private final Deliveries deliveries;

  TestRoutes(RoutesController controller, Deliveries deliveries) {
    this.controller = controller;
    this.deliveries = deliveries;
  }

  /** The version that the type's route has now. */
  public int put(Caller caller, String type, String mode, Boolean duplicates, String... channels) {
    List<String> order = channels.length == 0 ? null : Arrays.asList(channels);
    return controller.put(caller, type, new RouteRequest(order, mode, duplicates)).version();
  }

  public void delete(String type) {
    controller.delete(type);
  }

  /** Type, mode, channels and version of each. */
  public List<String> list() {
    return controller.routes().items().stream()
        .map(r -> r.type() + " " + r.mode() + " " + r.channels() + " " + r.version())
        .toList();
  }

  public Optional<UUID> carryOn(UUID merged, Instant notBefore) {
    return deliveries
        .carryOn(new DeliveryId(merged), notBefore, Reason.of("digest_carried_on"))
        .map(DeliveryId::value);
  }

  public Optional<UUID> fallBack(UUID ended, String channel) {
    return deliveries
        .fallBack(new DeliveryId(ended), new ChannelKey(channel), Reason.of("channel_budget"))
        .map(DeliveryId::value);
  }
}
