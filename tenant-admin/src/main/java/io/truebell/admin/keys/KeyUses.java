package io.truebell.admin.keys;

import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Notes which keys were used and writes it down once a minute, away from the requests. */
@Component
class KeyUses {
  private final ApiKeyRows rows;
  private final Clock clock;
  private final Map<UUID, Instant> noted = new ConcurrentHashMap<>();

  KeyUses(ApiKeyRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  void remember(UUID key) {
    noted.put(key, clock.instant().truncatedTo(ChronoUnit.MINUTES));
  }

  @Scheduled(initialDelay = 60_000, fixedDelay = 60_000)
  @PreDestroy
  void write() {
    Map<UUID, Instant> uses = new HashMap<>();
    for (UUID key : Set.copyOf(noted.keySet())) {
      Instant at = noted.remove(key);
      if (at != null) {
        uses.put(key, at);
      }
    }
    if (!uses.isEmpty()) {
      rows.used(uses);
    }
  }
}
