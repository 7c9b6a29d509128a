package io.truebell.dispatch.evidence;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.ChannelDescriptor;
import io.truebell.core.tenancy.DueHints;
import io.truebell.core.tenancy.TenantId;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.evidence.AwaitedRows.Awaited;
import io.truebell.dispatch.moves.Moves.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Which deliveries wait for evidence: until when a receipt is in time, and when the provider is
 * asked. Every wait leaves a hint, so that reconciliation visits no tenant in vain.
 */
@Component
class Awaiting {
  private final AwaitedRows rows;
  private final Channels channels;
  private final ReconcileSettings settings;
  private final DueHints hints;

  Awaiting(
      AwaitedRows rows,
      Channels channels,
      ReconcileSettings settings,
      JdbcClient jdbc,
      @Qualifier("platformJdbc") JdbcClient shared) {
    this.rows = rows;
    this.channels = channels;
    this.settings = settings;
    this.hints = new DueHints(jdbc, shared, "reconcile");
  }

  /** Begins to wait for those of which more can become known; in the caller's transaction. */
  void begin(List<Standing> standing, Instant now) {
    List<Awaited> list =
        standing.stream().map(s -> awaited(s, now)).flatMap(Optional::stream).toList();
    if (list.isEmpty()) {
      return;
    }
    rows.begin(list);
    list.stream()
        .flatMap(a -> Stream.of(a.overdueAt(), a.askAt()))
        .filter(Objects::nonNull)
        .min(Comparator.naturalOrder())
        .ifPresent(hints::wake);
  }

  private Optional<Awaited> awaited(Standing standing, Instant now) {
    boolean accepted = standing.state() == DeliveryState.ACCEPTED;
    if (!accepted && standing.state() != DeliveryState.UNKNOWN) {
      return Optional.empty();
    }
    Duration within = receiptWithin(standing);
    boolean asked = canBeAsked(standing);
    if (within == null && !asked) {
      return Optional.empty();
    }
    Instant overdue = accepted && within != null ? now.plus(within) : null;
    // where a receipt is expected, the provider is asked once that is late
    Instant ask = asked && overdue == null ? now.plus(settings.askAfter().getFirst()) : null;
    return Optional.of(
        new Awaited(
            standing.delivery(),
            standing.account(),
            standing.channel(),
            standing.type(),
            accepted ? now : null,
            within != null,
            overdue,
            ask));
  }

  /**
   * How long a receipt is waited for; null when none is expected. A sandbox account sends receipts
   * only where its address says so, and so waits only when its owner wants that.
   */
  private @Nullable Duration receiptWithin(Standing standing) {
    Duration usual =
        descriptor(standing.channel().value()).map(ChannelDescriptor::receiptWithin).orElse(null);
    Duration own = standing.receiptWithin();
    return own != null && (usual != null || standing.sandbox()) ? own : usual;
  }

  private boolean canBeAsked(Standing standing) {
    return descriptor(standing.channel().value()).map(ChannelDescriptor::hasQuery).orElse(false);
  }

  /** Whether the provider of a channel can be asked. */
  boolean canBeAsked(String channel) {
    return descriptor(channel).map(ChannelDescriptor::hasQuery).orElse(false);
  }

  private Optional<ChannelDescriptor> descriptor(String channel) {
    return channels.find(channel).map(ChannelAdapter::descriptor);
  }

  /** Ends the wait of those that evidence moved. */
  void ended(List<Move> made) {
    List<Move> closed = made.stream().filter(m -> m.to() != DeliveryState.ACCEPTED).toList();
    if (!closed.isEmpty()) {
      rows.end(closed);
    }
  }

  /** Tenants with something overdue or to be asked. */
  List<TenantId> due(Instant now) {
    return hints.due(now);
  }

  /** Puts the scope's tenant's hint right; in a transaction of its own. */
  void settleHint() {
    hints.settle(rows::pending);
  }

  /** Visits a tenant later. */
  void postpone(TenantId tenant, Instant until) {
    hints.postpone(tenant, until);
  }
}
