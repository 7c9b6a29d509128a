package io.truebell.plans;

import io.truebell.core.identity.Actor;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.DeliveryState;
import io.truebell.core.message.NotificationId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.spi.Notifications;
import io.truebell.core.spi.SettledDelivery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Takes facts, one delivery for each way that a person can be reached. */
public final class MemoryNotifications implements Notifications {
  private final AtomicLong ids = new AtomicLong(1_000);
  private final Map<String, Accepted> byKey = new ConcurrentHashMap<>();
  private final Consumer<List<SettledDelivery>> settle;
  public final List<Fact> facts = new CopyOnWriteArrayList<>();
  public final List<NotificationId> withdrawn = new CopyOnWriteArrayList<>();

  /** Deliveries that wait to be claimed. */
  public final Map<DeliveryId, NotificationId> queued = new ConcurrentHashMap<>();

  public volatile int ways = 1;
  public volatile boolean broken;
  public volatile String refusesSubject = "";

  MemoryNotifications(Consumer<List<SettledDelivery>> settle) {
    this.settle = settle;
  }

  void empty() {
    byKey.clear();
    facts.clear();
    withdrawn.clear();
    queued.clear();
    ways = 1;
    broken = false;
    refusesSubject = "";
  }

  @Override
  public Accepted accept(Fact fact, Actor actor) {
    if (broken) {
      throw new IllegalStateException("nothing can be accepted");
    }
    if (fact.subject().equals(refusesSubject)) {
      throw ApiProblem.invalid("channels[0]", "unknown_channel", "is not an installed channel");
    }
    return byKey.computeIfAbsent(fact.idempotencyKey(), key -> first(fact));
  }

  private Accepted first(Fact fact) {
    facts.add(fact);
    NotificationId id = new NotificationId(new UUID(2, ids.incrementAndGet()));
    List<DeliveryId> deliveries = new ArrayList<>();
    for (int i = 0; i < ways; i++) {
      DeliveryId delivery = new DeliveryId(new UUID(3, ids.incrementAndGet()));
      deliveries.add(delivery);
      queued.put(delivery, id);
    }
    return new Accepted(id, deliveries, false);
  }

  @Override
  public void withdraw(NotificationId notification, Actor actor) {
    withdrawn.add(notification);
    List<DeliveryId> mine =
        queued.entrySet().stream()
            .filter(e -> e.getValue().equals(notification))
            .map(Map.Entry::getKey)
            .toList();
    mine.forEach(queued::remove);
    settle.accept(
        mine.stream().map(d -> new SettledDelivery(d, 0, DeliveryState.CANCELLED, null)).toList());
  }

  public Fact lastFact() {
    return facts.getLast();
  }
}
