package io.truebell.dispatch.gates;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Verdict;
import io.truebell.core.spi.Verdict.Hold;
import io.truebell.core.spi.Verdict.Stop;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.gates.GateRows.Usable;
import io.truebell.dispatch.gates.GateRows.Way;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The second gate: the account still stands and is enabled, the endpoint still works, and is
 * verified where the account asks for it.
 */
@Component
class ChannelUsableGate implements Gate {
  private static final Duration SHORTEST_WAIT = Duration.ofMinutes(1);
  private static final Duration LONGEST_WAIT = Duration.ofHours(6);

  private final GateRows rows;
  private final Channels channels;

  ChannelUsableGate(GateRows rows, Channels channels) {
    this.rows = rows;
    this.channels = channels;
  }

  @Override
  public GatePlace place() {
    return GatePlace.CHANNEL_USABLE;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    Map<Way, Usable> ways =
        rows.usable(
            batch.deliveries().stream().map(d -> d.account().value()).toList(),
            batch.deliveries().stream().map(d -> d.endpoint().value()).toList());
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : batch.deliveries()) {
      Usable usable = ways.get(new Way(delivery.account().value(), delivery.endpoint().value()));
      verdicts.put(delivery.id(), judge(delivery, usable, batch.now()));
    }
    return verdicts;
  }

  private Verdict judge(DueDelivery delivery, @Nullable Usable usable, Instant now) {
    if (usable == null) {
      return stop(DeliveryState.CANCELLED, "endpoint_removed", delivery.channel(), 1);
    }
    int version = usable.policyVersion();
    if (usable.accountRemoved()) {
      return stop(DeliveryState.CANCELLED, "account_removed", delivery.channel(), version);
    }
    if (usable.endpointRemoved()) {
      return stop(DeliveryState.CANCELLED, "endpoint_removed", delivery.channel(), version);
    }
    if (!usable.enabled()) {
      return new Hold(
          reason("account_disabled", delivery.channel()), policy(version), later(delivery, now));
    }
    if (usable.sandbox() && !TenantScope.current().sandboxAllowed()) {
      return stop(DeliveryState.CANCELLED, "sandbox_not_allowed", delivery.channel(), version);
    }
    if (usable.status().equals("dead")) {
      return stop(DeliveryState.REJECTED, "endpoint_dead", delivery.channel(), version);
    }
    if (usable.verifiedOnly() && !usable.status().equals("verified")) {
      return stop(DeliveryState.REJECTED, "endpoint_unverified", delivery.channel(), version);
    }
    if (channels.find(delivery.channel()).isEmpty()) {
      // a plugin that is missing after a deployment comes back; nothing is lost meanwhile
      return new Hold(
          reason("channel_not_installed", delivery.channel()),
          policy(version),
          later(delivery, now));
    }
    return new Verdict.Pass(Map.of("endpoint", usable.status(), "account_policy", version));
  }

  /** Half its age from now: what waits for long is looked at rarely, and its trace stays short. */
  private static Instant later(DueDelivery delivery, Instant now) {
    Duration half = Duration.between(delivery.createdAt(), now).dividedBy(2);
    if (half.compareTo(SHORTEST_WAIT) < 0) {
      return now.plus(SHORTEST_WAIT);
    }
    return now.plus(half.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : half);
  }

  private static Stop stop(DeliveryState state, String code, ChannelKey channel, int version) {
    return new Stop(state, reason(code, channel), policy(version));
  }

  private static Reason reason(String code, ChannelKey channel) {
    return Reason.of(code).with("channel", channel.value());
  }

  private static Policy policy(int version) {
    return new Policy("channel_account", version);
  }
}
