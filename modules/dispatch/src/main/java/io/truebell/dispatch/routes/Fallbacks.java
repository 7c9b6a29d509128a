package io.truebell.dispatch.routes;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DecidedDelivery;
import io.truebell.core.spi.Deliveries;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.core.spi.Verdict;
import io.truebell.dispatch.routes.Route.Mode;
import io.truebell.dispatch.routes.RouteRows.Ended;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Where a type goes through the first channel that can, the next one follows when a channel
 * definitely did not reach the person: refused, failed, proved undelivered, banned there, or at the
 * end of its budget. Not when the person has had enough, which the next channel would not change;
 * and never on an unknown outcome, unless the tenant accepts duplicates for that type.
 */
@Component
public class Fallbacks implements Gate {
  private final RouteRows rows;
  private final Deliveries deliveries;

  Fallbacks(RouteRows rows, Deliveries deliveries) {
    this.rows = rows;
    this.deliveries = deliveries;
  }

  /** It judges nothing; it only hears how things ended. */
  @Override
  public GatePlace place() {
    return GatePlace.CANCELLED_OR_EXPIRED;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    return Map.of();
  }

  @Override
  public void decided(List<DecidedDelivery> decided) {
    List<Ended> ended = new ArrayList<>();
    for (DecidedDelivery one : decided) {
      switch (one.verdict()) {
        case Verdict.Degrade d when one.at() == GatePlace.CHANNEL_BUDGET ->
            ended.add(ended(one.delivery(), d.reason().code()));
        case Verdict.Stop s
            when s.state() == DeliveryState.SUPPRESSED || s.state() == DeliveryState.REJECTED ->
            ended.add(ended(one.delivery(), s.reason().code()));
        case Verdict.Degrade _,
            Verdict.Stop _,
            Verdict.Pass _,
            Verdict.Hold _,
            Verdict.Merge _ -> {}
      }
    }
    follow(ended, false);
  }

  @Override
  public void settle(List<SettledDelivery> settled) {
    List<Ended> ended = new ArrayList<>();
    List<Ended> unknown = new ArrayList<>();
    for (SettledDelivery one : settled) {
      DueDelivery due = one.due();
      if (due != null) {
        switch (one.state()) {
          case REJECTED, FAILED -> ended.add(ended(due, code(one)));
          case UNKNOWN -> unknown.add(ended(due, code(one)));
          case QUEUED,
              CLAIMED,
              ACCEPTED,
              DELIVERED,
              UNDELIVERED,
              MERGED,
              DEGRADED,
              SUPPRESSED,
              CANCELLED,
              EXPIRED,
              INBOX_ONLY -> {}
        }
      }
    }
    follow(ended, false);
    follow(unknown, true);
  }

  /** Receipts say that these did not arrive; in the transaction that moved them. */
  public void undelivered(Collection<UUID> moved) {
    if (!moved.isEmpty()) {
      follow(rows.ended(moved), false);
    }
  }

  private void follow(List<Ended> ended, boolean unknown) {
    if (ended.isEmpty()) {
      return;
    }
    Map<String, Route> routes = rows.of(ended.stream().map(Ended::type).distinct().toList());
    // in the order in which they were planned, as everybody does who waits for a message's row
    for (Ended one : ended.stream().sorted(Comparator.comparing(e -> e.id().toString())).toList()) {
      Route route = routes.get(one.type());
      if (route != null && route.mode() == Mode.FIRST && (!unknown || route.acceptDuplicates())) {
        next(one, route, unknown);
      }
    }
  }

  private void next(Ended ended, Route route, boolean unknown) {
    for (ChannelKey channel : route.after(ended.channel())) {
      Reason reason =
          Reason.of(unknown ? "fallback_after_unknown" : "fallback")
              .with("channel", channel.value())
              .with("after", ended.channel().value())
              .with("because", ended.because())
              .with("route_version", route.version());
      Optional<DeliveryId> made = deliveries.fallBack(new DeliveryId(ended.id()), channel, reason);
      if (made.isPresent()) {
        return;
      }
    }
  }

  private static Ended ended(DueDelivery due, String because) {
    return new Ended(due.id().value(), due.type(), due.channel(), because);
  }

  private static String code(SettledDelivery settled) {
    return settled.outcome() == null ? settled.state().name() : settled.outcome().code();
  }
}
