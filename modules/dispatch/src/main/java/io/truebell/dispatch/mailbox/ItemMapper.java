package io.truebell.dispatch.mailbox;

import io.truebell.core.message.Category;
import io.truebell.core.message.MessageId;
import io.truebell.core.message.NotificationId;
import io.truebell.core.spi.Mailbox.InboxState;
import io.truebell.core.spi.Mailbox.Item;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Reads an inbox item from a row. */
@Component
class ItemMapper implements RowMapper<Item> {
  private static final TypeReference<Map<String, Object>> OBJECT = new TypeReference<>() {};

  private final JsonMapper json;

  ItemMapper(JsonMapper json) {
    this.json = json;
  }

  @Override
  public Item mapRow(ResultSet row, int number) throws SQLException {
    return new Item(
        new MessageId(row.getObject("id", UUID.class)),
        new NotificationId(row.getObject("notification_id", UUID.class)),
        row.getString("type"),
        Category.valueOf(row.getString("category").toUpperCase(Locale.ROOT)),
        row.getString("subject"),
        json.readValue(row.getString("payload"), OBJECT),
        InboxState.valueOf(row.getString("inbox").toUpperCase(Locale.ROOT)),
        row.getObject("created_at", OffsetDateTime.class).toInstant(),
        instant(row, "read_at"),
        instant(row, "archived_at"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
    return at == null ? null : at.toInstant();
  }
}
