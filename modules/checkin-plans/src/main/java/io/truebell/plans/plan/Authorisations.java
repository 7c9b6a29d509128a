package io.truebell.plans.plan;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Grants;
import io.truebell.core.spi.Grants.Purpose;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Asks whoever keeps the authorisations; nobody may. */
@Component
public class Authorisations {
  private static final ScopedValue<UUID> SPARED = ScopedValue.newInstance();

  private final ObjectProvider<Grants> ledger;
  private final Map<ChannelKey, ChannelAdapter> channels = new HashMap<>();

  Authorisations(ObjectProvider<Grants> ledger, ObjectProvider<ChannelAdapter> channels) {
    this.ledger = ledger;
    channels.forEach(channel -> this.channels.put(channel.descriptor().key(), channel));
  }

  /** What a client says of a question that it asked the person. */
  public record Told(String requestId, String template, String status) {}

  /** Whether there is such a channel. */
  boolean knows(ChannelKey channel) {
    return channels.containsKey(channel);
  }

  /** How they stand now. */
  public Standing of(Plan plan) {
    ChannelAdapter channel = channels.get(plan.wish().channel());
    if (channel == null || !channel.descriptor().needsGrant()) {
      return new Standing.NotNeeded();
    }
    Grants grants = ledger.getIfAvailable();
    if (grants == null) {
      return new Standing.NoLedger();
    }
    Optional<Purpose> purpose = purpose(grants, plan);
    return purpose.isEmpty()
        ? new Standing.NoTemplate()
        : new Standing.Counted(purpose.get(), grants.balance(purpose.get()));
  }

  /** What the plan's authorisations are for; empty when it needs none, or none can be given. */
  public Optional<Purpose> purpose(Plan plan) {
    Grants grants = ledger.getIfAvailable();
    return grants == null ? Optional.empty() : purpose(grants, plan);
  }

  private static Optional<Purpose> purpose(Grants grants, Plan plan) {
    return grants.purpose(plan.recipient(), plan.wish().channel(), plan.wish().type());
  }

  /** Hands in what the person answered. */
  public GrantResult register(Plan plan, Told told, Instant at, String source, Actor actor) {
    ChannelAdapter channel = channels.get(plan.wish().channel());
    if (channel == null || !channel.descriptor().needsGrant()) {
      return GrantResult.NOT_NEEDED;
    }
    Grants grants = ledger.getIfAvailable();
    if (grants == null) {
      return GrantResult.NO_LEDGER;
    }
    Purpose purpose = new Purpose(plan.recipient(), plan.wish().channel(), told.template());
    Grants.Answer answer = new Grants.Answer(purpose, told.requestId(), told.status(), at, source);
    return GrantResult.of(grants.register(answer, actor));
  }

  /** Voids what is not used up. */
  int voidAll(Plan plan, String why, Actor actor) {
    Grants grants = ledger.getIfAvailable();
    if (grants == null) {
      return 0;
    }
    // an account that is off, or two that differ: then whatever the person gave on that channel
    List<String> templates =
        purpose(grants, plan).map(p -> List.of(p.template())).orElse(List.of());
    return grants.voidAll(plan.recipient(), plan.wish().channel(), templates, why, actor);
  }

  /** Spares a plan the news of what the work does: whoever does it looks after that plan. */
  public static <T> T sparing(Plan plan, Supplier<T> work) {
    return ScopedValue.where(SPARED, plan.id()).call(work::get);
  }

  /** Whether the news that is being told now is that plan's own doing. */
  public static boolean spares(UUID plan) {
    return SPARED.isBound() && SPARED.get().equals(plan);
  }
}
