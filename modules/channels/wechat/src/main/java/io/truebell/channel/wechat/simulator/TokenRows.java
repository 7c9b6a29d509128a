package io.truebell.channel.wechat.simulator;

import io.truebell.core.message.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The token of each account of the scope's tenant. */
@Component
class TokenRows {
  /** A token is replaced when it is about to end, and stays valid for a while [official]. */
  private static final Duration OVERLAP = Duration.ofMinutes(5);

  private static final Duration GOOD_FOR = Duration.ofHours(2);

  /**
   * Whatever calls at the same time, one of them renews it. Forced, the old one is dead at once.
   */
  private static final String ISSUE =
      """
      INSERT INTO wechat_simulated_token AS present (account_id, token, expires_at)
      VALUES (:account, :token, :end)
      ON CONFLICT (account_id) DO UPDATE SET
        token = EXCLUDED.token,
        expires_at = EXCLUDED.expires_at,
        previous = CASE WHEN :forced THEN NULL ELSE present.token END,
        previous_until = CASE WHEN :forced THEN NULL ELSE least(present.expires_at, :overlap) END
      WHERE :forced OR present.expires_at <= :overlap
      """;

  private static final String FIND =
      """
      SELECT token, expires_at, previous, previous_until
      FROM wechat_simulated_token
      WHERE account_id = :account
      """;

  private static final String EXPIRE =
      """
      UPDATE wechat_simulated_token
      SET expires_at = :now, previous = NULL, previous_until = NULL
      WHERE account_id = :account
      """;

  /** What an account's token is. */
  record Token(
      String token,
      Instant expiresAt,
      @Nullable String previous,
      @Nullable Instant previousUntil) {}

  private final JdbcClient jdbc;

  TokenRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Token issue(AccountId account, String fresh, boolean forced, Instant now) {
    jdbc.sql(ISSUE)
        .param("account", account.value())
        .param("token", fresh)
        .param("forced", forced)
        .param("end", at(now.plus(GOOD_FOR)))
        .param("overlap", at(now.plus(OVERLAP)))
        .update();
    return find(account).orElseThrow();
  }

  Optional<Token> find(AccountId account) {
    return jdbc.sql(FIND)
        .param("account", account.value())
        .query(
            (row, number) ->
                new Token(
                    row.getString("token"),
                    row.getObject("expires_at", OffsetDateTime.class).toInstant(),
                    row.getString("previous"),
                    instant(row.getObject("previous_until", OffsetDateTime.class))))
        .optional();
  }

  void expire(AccountId account, Instant now) {
    jdbc.sql(EXPIRE).param("account", account.value()).param("now", at(now)).update();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static @Nullable Instant instant(@Nullable OffsetDateTime at) {
    return at == null ? null : at.toInstant();
  }
}
