package io.truebell.channel.wechat.simulator;

import io.truebell.core.message.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What the simulated people of the scope's tenant got. */
@Component
class MessageRows {
  /** For so long the same client_msg_id brings the same message [official]. */
  private static final Duration REMEMBERS = Duration.ofMinutes(10);

  private static final int PAGE = 100;

  /**
   * Null is equal to nothing, so that a message without such an id is a new one each time. A row
   * that was just inserted has no xmax.
   */
  private static final String STORE =
      """
      INSERT INTO wechat_simulated_message AS known
        (account_id, openid, template, client_msg_id, at, shown)
      VALUES (:account, :openid, :template, :once, :now, 1)
      ON CONFLICT (account_id, openid, client_msg_id) DO UPDATE SET
        shown = known.shown + CASE WHEN known.at < :forgotten THEN 1 ELSE 0 END,
        at = CASE WHEN known.at < :forgotten THEN EXCLUDED.at ELSE known.at END
      RETURNING msgid, xmax = 0 OR (at = :now AND shown > 1) AS fresh
      """;

  private static final String OF =
      """
      SELECT msgid, template, at, shown
      FROM wechat_simulated_message
      WHERE account_id = :account AND openid = :openid
      ORDER BY msgid DESC
      LIMIT :most
      """;

  /**
   * A message that was taken.
   *
   * @param fresh false when it had been taken before
   */
  record Stored(long msgid, boolean fresh) {}

  /** A message as the person sees it. */
  record Message(String msgid, String template, Instant at, int shown) {}

  private final JdbcClient jdbc;

  MessageRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Stored store(
      AccountId account, String openid, String template, @Nullable String once, Instant now) {
    return jdbc.sql(STORE)
        .param("account", account.value())
        .param("openid", openid)
        .param("template", template)
        .param("once", once)
        .param("now", now.atOffset(ZoneOffset.UTC))
        .param("forgotten", now.minus(REMEMBERS).atOffset(ZoneOffset.UTC))
        .query((row, number) -> new Stored(row.getLong("msgid"), row.getBoolean("fresh")))
        .single();
  }

  /** The newest first. */
  List<Message> of(AccountId account, String openid) {
    return jdbc.sql(OF)
        .param("account", account.value())
        .param("openid", openid)
        .param("most", PAGE)
        .query(
            (row, number) ->
                new Message(
                    row.getString("msgid"),
                    row.getString("template"),
                    row.getObject("at", OffsetDateTime.class).toInstant(),
                    row.getInt("shown")))
        .list();
  }
}
