package io.truebell.plans;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.Directory;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** Who there is. */
public final class MemoryDirectory implements Directory {
  private final Map<String, Person> people = new ConcurrentHashMap<>();

  /** Somebody new, or the same one elsewhere. */
  public Person move(String externalId, String zone) {
    RecipientId id =
        new RecipientId(
            UUID.nameUUIDFromBytes(externalId.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    Person person = new Person(id, externalId, ZoneId.of(zone), Locale.CHINA);
    people.put(externalId, person);
    return person;
  }

  void empty() {
    people.clear();
  }

  public void remove(String externalId) {
    people.remove(externalId);
  }

  @Override
  public Optional<Person> find(String externalId) {
    return Optional.ofNullable(people.get(externalId));
  }

  @Override
  public Map<RecipientId, Person> find(Collection<RecipientId> ids) {
    Map<RecipientId, Person> found = new HashMap<>();
    people.values().stream().filter(p -> ids.contains(p.id())).forEach(p -> found.put(p.id(), p));
    return found;
  }

  @Override
  public List<RecipientId> at(ChannelKey channel, String address) {
    return List.of();
  }
}
