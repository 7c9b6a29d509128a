package io.truebell.calm.pacing;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.tenancy.TenantId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * What this node's claims were promised, between the claim and the call. Losing it costs a place in
 * the line and nothing else.
 */
@Component
class Permits {
  private static final int MOST = 100_000;

  private final Map<DeliveryId, Map<Passage, String>> given = new ConcurrentHashMap<>();
  private final Map<DeliveryId, Map<Passage, String>> inside = new ConcurrentHashMap<>();
  private final Map<TenantId, Map<Passage, List<String>>> owed = new ConcurrentHashMap<>();

  void give(DeliveryId delivery, Map<Passage, String> tokens) {
    if (given.size() >= MOST) {
      // claims that others have ended: theirs were never taken
      given.clear();
    }
    given.put(delivery, Map.copyOf(tokens));
  }

  /** The delivery's tokens; it has names of its own for what it was promised nothing of. */
  Map<Passage, String> of(DeliveryId delivery, List<Passage> passages) {
    Map<Passage, String> known = given.getOrDefault(delivery, Map.of());
    Map<Passage, String> tokens = new HashMap<>();
    passages.forEach(p -> tokens.put(p, known.getOrDefault(p, delivery.toString())));
    return tokens;
  }

  /** Its call begins: the promise is kept. */
  void enter(DeliveryId delivery, Map<Passage, String> tokens) {
    given.remove(delivery);
    inside.put(delivery, tokens);
  }

  /** Its call is over. */
  Map<Passage, String> leave(DeliveryId delivery) {
    Map<Passage, String> tokens = inside.remove(delivery);
    return tokens == null ? Map.of() : tokens;
  }

  /** Its claim is over: what it did not use is owed back. */
  void end(TenantId tenant, DeliveryId delivery) {
    Map<Passage, String> tokens = given.remove(delivery);
    if (tokens != null) {
      owe(tenant, tokens);
    }
  }

  /** These are to be given back. */
  void owe(TenantId tenant, Map<Passage, String> tokens) {
    owed.compute(
        tenant,
        (t, known) -> {
          Map<Passage, List<String>> all = known == null ? new HashMap<>() : known;
          tokens.forEach((p, token) -> all.computeIfAbsent(p, k -> new ArrayList<>()).add(token));
          return all;
        });
  }

  /** All that is owed of a tenant, once. */
  Map<Passage, List<String>> takeOwed(TenantId tenant) {
    Map<Passage, List<String>> all = owed.remove(tenant);
    return all == null ? Map.of() : all;
  }
}
