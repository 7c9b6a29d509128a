package io.truebell.calm.window;

import io.truebell.calm.window.SpokenRows.Item;
import io.truebell.calm.window.SpokenRows.Spoken;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.ClaimedContents;
import io.truebell.core.spi.Directory;
import io.truebell.core.spi.Directory.Person;
import io.truebell.core.spi.DueDelivery;
import java.time.Clock;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * A digest speaks for its messages: how many there are, and what the first of them say. Those that
 * were withdrawn or came too late have left; one that is left alone goes out as itself.
 */
@Component
class DigestContents implements ClaimedContents {
  private final SpokenRows rows;
  private final Directory directory;
  private final Clock clock;

  DigestContents(SpokenRows rows, Directory directory, Clock clock) {
    this.rows = rows;
    this.directory = directory;
    this.clock = clock;
  }

  @Override
  public Map<DeliveryId, Map<String, Object>> instead(
      List<DueDelivery> deliveries, Map<DeliveryId, Map<String, Object>> own) {
    Map<DeliveryId, RecipientId> about =
        deliveries.stream()
            .filter(d -> !d.subject().isEmpty())
            .collect(Collectors.toMap(DueDelivery::id, DueDelivery::recipient, (a, b) -> a));
    Map<DeliveryId, Spoken> spoken =
        about.isEmpty() ? Map.of() : rows.of(about.keySet(), clock.instant());
    if (spoken.isEmpty()) {
      return Map.of();
    }
    Map<RecipientId, Person> people =
        directory.find(
            about.entrySet().stream()
                .filter(e -> spoken.containsKey(e.getKey()))
                .map(Map.Entry::getValue)
                .collect(Collectors.toSet()));
    Map<DeliveryId, Map<String, Object>> instead = new HashMap<>();
    about.forEach(
        (delivery, recipient) -> {
          Spoken said = spoken.get(delivery);
          if (said != null) {
            Person person = people.get(recipient);
            Locale locale = person == null ? Locale.ENGLISH : person.locale();
            instead.put(delivery, payload(own.getOrDefault(delivery, Map.of()), said, locale));
          }
        });
    return instead;
  }

  private static Map<String, Object> payload(Map<String, Object> own, Spoken said, Locale locale) {
    boolean chinese = locale.getLanguage().equals("zh");
    int more = Math.max(0, said.count() - said.items().size());
    String text = said.items().stream().map(Item::title).collect(Collectors.joining("\n"));
    if (more > 0) {
      text += chinese ? "\n另有 " + more + " 条" : "\nand " + more + " more";
    }
    Map<String, Object> digest = new LinkedHashMap<>();
    digest.put("count", said.count());
    digest.put("items", said.items().stream().map(DigestContents::item).toList());
    digest.put("more", more);
    Map<String, Object> payload = new LinkedHashMap<>(own);
    payload.put("title", chinese ? said.count() + " 条新消息" : said.count() + " updates");
    payload.put("text", text);
    payload.put("digest", digest);
    return payload;
  }

  private static Map<String, Object> item(Item item) {
    return Map.of("title", item.title(), "type", item.type(), "at", item.at().toString());
  }
}
