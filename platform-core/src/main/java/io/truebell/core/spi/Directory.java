package io.truebell.core.spi;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The tenant's recipients, for plugins that keep something of them. In the tenant's scope. */
public interface Directory {
  /** A recipient. */
  record Person(RecipientId id, String externalId, ZoneId zone, Locale locale) {}

  /** The recipient whom the tenant knows by that id. */
  Optional<Person> find(String externalId);

  /** Those of {@code ids} that there are. */
  Map<RecipientId, Person> find(Collection<RecipientId> ids);

  /** Whose endpoint an address is; more than one where people share it. */
  List<RecipientId> at(ChannelKey channel, String address);
}
