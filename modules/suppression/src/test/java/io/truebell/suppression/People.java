package io.truebell.suppression;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Directory;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Recipients by their names, which are their addresses, too. */
final class People implements Directory {
  private final Map<String, RecipientId> all = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();

  RecipientId id(String name) {
    return all.computeIfAbsent(
        name, n -> new RecipientId(new UUID(0x0195L << 48, ids.incrementAndGet())));
  }

  @Override
  public Optional<Person> find(String externalId) {
    return Optional.ofNullable(all.get(externalId)).map(id -> person(id, externalId));
  }

  @Override
  public Map<RecipientId, Person> find(Collection<RecipientId> wanted) {
    Map<RecipientId, Person> found = new HashMap<>();
    all.forEach(
        (name, id) -> {
          if (wanted.contains(id)) {
            found.put(id, person(id, name));
          }
        });
    return found;
  }

  @Override
  public List<RecipientId> at(ChannelKey channel, String address) {
    return Optional.ofNullable(all.get(address)).stream().toList();
  }

  private static Person person(RecipientId id, String name) {
    return new Person(id, name, ZoneOffset.UTC, Locale.ENGLISH);
  }
}
