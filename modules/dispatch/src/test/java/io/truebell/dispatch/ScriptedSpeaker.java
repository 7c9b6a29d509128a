package io.truebell.dispatch;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.Reason;
import io.truebell.core.spi.ClaimedContents;
import io.truebell.core.spi.DueDelivery;
import io.truebell.core.spi.Turnstile;
import io.truebell.core.tenancy.Tenant;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Plugins that space calls and speak for others: a turnstile that answers as told and counts who is
 * inside, and a digest for whatever has the type {@code said.instead}.
 */
final class ScriptedSpeaker implements Turnstile, ClaimedContents {
  final Queue<Duration> waits = new ConcurrentLinkedQueue<>();
  final AtomicInteger inside = new AtomicInteger();
  final AtomicInteger asked = new AtomicInteger();
  volatile boolean broken;

  /** What happens while a call stands in line. */
  volatile Runnable meanwhile = () -> {};

  @Override
  public Wait enter(Tenant tenant, DueDelivery delivery, Duration timeout) {
    asked.incrementAndGet();
    meanwhile.run();
    if (broken) {
      throw new IllegalStateException("nobody is at the turnstile");
    }
    Duration wait = waits.poll();
    if (wait != null) {
      return new Wait(wait, Reason.of("scripted_pace").with("every_ms", 10_000));
    }
    inside.incrementAndGet();
    return null;
  }

  @Override
  public void leave(Tenant tenant, DueDelivery delivery) {
    inside.decrementAndGet();
  }

  @Override
  public Map<DeliveryId, Map<String, Object>> instead(
      List<DueDelivery> deliveries, Map<DeliveryId, Map<String, Object>> own) {
    Map<DeliveryId, Map<String, Object>> said = new HashMap<>();
    for (DueDelivery delivery : deliveries) {
      if (delivery.type().equals("said.instead")) {
        Map<String, Object> more = new HashMap<>(own.get(delivery.id()));
        more.put("title", "3 updates");
        more.put("text", "x".repeat(more.containsKey("long") ? 21 : 1));
        said.put(delivery.id(), more);
      }
    }
    return said;
  }
}
