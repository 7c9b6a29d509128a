package io.truebell.plans.reminder;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.RecipientId;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of {@code plan_news}: people whose plans are to be looked at again. */
@Component
class NewsRows {
  private static final String ADD =
      """
      INSERT INTO plan_news (recipient_id, channel, at) VALUES (:recipient, :channel, :at::timestamptz)
      """;

  private static final String TAKE =
      """
      DELETE FROM plan_news WHERE id = (
        SELECT id FROM plan_news WHERE at <= :now::timestamptz ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING recipient_id, channel
      """;

  private static final String NEXT = "SELECT min(at) FROM plan_news";

  private final JdbcClient jdbc;

  NewsRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Whose plans on which channel. */
  record News(RecipientId recipient, ChannelKey channel) {}

  void add(RecipientId recipient, ChannelKey channel, Instant at) {
    jdbc.sql(ADD)
        .param("recipient", recipient.value())
        .param("channel", channel.value())
        .param("at", at.toString())
        .update();
  }

  Optional<News> take(Instant now) {
    return jdbc.sql(TAKE)
        .param("now", now.toString())
        .query(
            (row, n) ->
                new News(
                    new RecipientId(row.getObject("recipient_id", UUID.class)),
                    new ChannelKey(row.getString("channel"))))
        .optional();
  }

  @Nullable Instant next() {
    return jdbc.sql(NEXT)
        .query((row, n) -> Optional.ofNullable(row.getTimestamp(1)))
        .single()
        .map(Timestamp::toInstant)
        .orElse(null);
  }
}
