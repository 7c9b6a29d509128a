package io.truebell.dispatch.gates;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.Policy;
import io.truebell.core.message.Reason;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.ChannelAdapter;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Gate;
import io.truebell.core.spi.GateBatch;
import io.truebell.core.spi.GatePlace;
import io.truebell.core.spi.Verdict;
import io.truebell.dispatch.accounts.Channels;
import io.truebell.dispatch.accounts.GrantTemplates;
import io.truebell.dispatch.gates.ContentRows.Account;
import io.truebell.dispatch.gates.ContentRows.Fact;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Before a consent is used up: is there a template for it, and does what it says fit that template?
 * The provider would refuse it all the same, and perhaps count it.
 */
@Component
class ContentGate implements Gate {
  private final ContentRows rows;
  private final Channels channels;
  private final GrantTemplates templates;
  private final Payloads payloads;

  ContentGate(ContentRows rows, Channels channels, GrantTemplates templates, Payloads payloads) {
    this.rows = rows;
    this.channels = channels;
    this.templates = templates;
    this.payloads = payloads;
  }

  @Override
  public GatePlace place() {
    return GatePlace.CONTENT;
  }

  @Override
  public Map<DeliveryId, Verdict> examine(GateBatch batch) {
    List<DueDelivery> needing = templates.needing(batch.deliveries());
    if (needing.isEmpty()) {
      return Map.of();
    }
    Map<UUID, Account> accounts =
        rows.accounts(needing.stream().map(DueDelivery::account).distinct().toList());
    Map<DeliveryId, Map<String, Object>> carried =
        batch.payload() == null ? carried(needing) : Map.of();
    Map<DeliveryId, Verdict> verdicts = new HashMap<>();
    for (DueDelivery delivery : needing) {
      Account account = accounts.get(delivery.account().value());
      ChannelAdapter channel = channels.find(delivery.channel()).orElse(null);
      if (account != null && channel != null) {
        Map<String, Object> payload = carried.getOrDefault(delivery.id(), batch.payload());
        Verdict verdict = judge(delivery, channel, account, payload == null ? Map.of() : payload);
        if (verdict != null) {
          verdicts.put(delivery.id(), verdict);
        }
      }
    }
    return verdicts;
  }

  private Map<DeliveryId, Map<String, Object>> carried(List<DueDelivery> needing) {
    Map<UUID, Fact> facts =
        rows.facts(needing.stream().map(DueDelivery::notification).distinct().toList());
    Map<DeliveryId, Map<String, Object>> own = new HashMap<>();
    for (DueDelivery delivery : needing) {
      Fact fact = facts.get(delivery.notification().value());
      own.put(delivery.id(), fact == null ? Map.of() : fact.payload());
    }
    own.putAll(payloads.instead(needing, own));
    return own;
  }

  private static @Nullable Verdict judge(
      DueDelivery delivery, ChannelAdapter channel, Account account, Map<String, Object> payload) {
    Policy policy = new Policy("channel_account", account.policyVersion());
    if (!GrantTemplates.of(channel, account.settings()).containsKey(delivery.type())) {
      return stop(
          Reason.of("no_template")
              .with("channel", delivery.channel().value())
              .with("type", delivery.type()),
          policy);
    }
    String minimal = account.minimalText();
    Content content =
        minimal != null
            ? Content.minimal(delivery.category(), minimal, delivery.createdAt())
            : Content.of(
                delivery.type(),
                delivery.category(),
                delivery.subject(),
                payload,
                delivery.createdAt());
    List<FieldProblem> problems;
    try {
      problems = channel.checkContent(account.settings(), content);
    } catch (RuntimeException e) {
      // one that stumbles must not take the batch along; what it says may name an address
      return stop(
          Reason.of("channel_stumbled")
              .with("channel", delivery.channel().value())
              .with("error", e.getClass().getSimpleName()),
          policy);
    }
    if (problems.isEmpty()) {
      return null;
    }
    FieldProblem first = problems.getFirst();
    return stop(
        Reason.of("content_unfit")
            .with("channel", delivery.channel().value())
            .with("field", first.field())
            .with("problem", first.reason())
            .with("problems", problems.size()),
        policy);
  }

  private static Verdict stop(Reason reason, Policy policy) {
    return new Verdict.Stop(DeliveryState.REJECTED, reason, policy);
  }
}
