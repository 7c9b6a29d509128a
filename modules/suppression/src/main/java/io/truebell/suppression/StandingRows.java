package io.truebell.suppression;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.EndpointId;
import io.truebell.core.message.RecipientId;
import io.truebell.core.spi.DueDelivery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What a claim looks at. */
@Component
class StandingRows {
  /** Of a row {@code s}: whether it stops deliveries now. */
  static final String STANDS =
      """
      (s.lifted_at IS NULL AND (s.set_by = 'tenant' OR NOT EXISTS (
        SELECT FROM suppression_cleared c
        WHERE c.recipient_id = s.recipient_id AND c.channel = s.channel AND c.sandbox = s.sandbox
          AND c.at > s.since)))
      """;

  // the condition on lifted_at is that of an index, which holds few rows
  private static final String STANDING =
      """
      SELECT s.recipient_id, s.channel, s.endpoint_id, s.category, s.reason, s.since FROM suppression s
      WHERE s.recipient_id = ANY (:recipients::uuid[]) AND s.lifted_at IS NULL AND %s
      ORDER BY s.since, s.id
      """
          .formatted(STANDS);

  private final JdbcClient jdbc;

  StandingRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * A ban that stands.
   *
   * @param endpoint null for every address
   * @param category null for every category
   */
  record Standing(
      RecipientId recipient,
      ChannelKey channel,
      @Nullable EndpointId endpoint,
      @Nullable String category,
      String reason,
      Instant since) {
    boolean covers(DueDelivery delivery) {
      return recipient.equals(delivery.recipient())
          && channel.equals(delivery.channel())
          && (endpoint == null || endpoint.equals(delivery.endpoint()))
          && (category == null
              || category.equals(delivery.category().name().toLowerCase(Locale.ROOT)));
    }
  }

  /** The oldest first. */
  List<Standing> of(Collection<RecipientId> recipients) {
    return jdbc.sql(STANDING)
        .param("recipients", recipients.stream().map(RecipientId::toString).toArray(String[]::new))
        .query((row, n) -> standing(row))
        .list();
  }

  private static Standing standing(ResultSet row) throws SQLException {
    UUID endpoint = row.getObject("endpoint_id", UUID.class);
    return new Standing(
        new RecipientId(row.getObject("recipient_id", UUID.class)),
        new ChannelKey(row.getString("channel")),
        endpoint == null ? null : new EndpointId(endpoint),
        row.getString("category"),
        row.getString("reason"),
        row.getTimestamp("since").toInstant());
  }
}
