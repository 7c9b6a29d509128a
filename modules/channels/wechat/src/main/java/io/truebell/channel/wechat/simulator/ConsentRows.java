package io.truebell.channel.wechat.simulator;

import io.truebell.core.message.AccountId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What the simulated people of the scope's tenant consented to. */
@Component
class ConsentRows {
  /** A kept answer is repeated, whatever is said now; nobody sees a dialog then. */
  private static final String ANSWER =
      """
      WITH before AS (
        SELECT kept FROM wechat_simulated_consent
        WHERE account_id = :account AND openid = :openid AND template = :template
        FOR UPDATE
      ), now AS (
        SELECT coalesce((SELECT kept FROM before), :status) AS status
      )
      INSERT INTO wechat_simulated_consent AS present
        (account_id, openid, template, status, remaining, long_term, refused, kept)
      SELECT :account, :openid, :template, status, (status = 'accept')::int, :longTerm,
             status = 'reject', CASE WHEN :always THEN status END
      FROM now
      ON CONFLICT (account_id, openid, template) DO UPDATE SET
        status = EXCLUDED.status,
        remaining = CASE WHEN EXCLUDED.status = 'accept' THEN present.remaining + 1 ELSE 0 END,
        long_term = EXCLUDED.long_term,
        refused = EXCLUDED.refused,
        kept = coalesce(present.kept, EXCLUDED.kept)
      RETURNING template, status, remaining, long_term, refused, kept,
                (SELECT kept FROM before) IS NULL AS shown
      """;

  /** In the settings. Taking a refusal back gives no new consent. */
  private static final String CHANGE =
      """
      INSERT INTO wechat_simulated_consent AS present
        (account_id, openid, template, status, remaining, long_term, refused)
      VALUES (:account, :openid, :template, :status, 0, false, :status = 'reject')
      ON CONFLICT (account_id, openid, template) DO UPDATE SET
        status = EXCLUDED.status,
        remaining = CASE WHEN EXCLUDED.refused THEN 0 ELSE present.remaining END,
        refused = EXCLUDED.refused,
        kept = CASE WHEN present.kept IS NULL THEN NULL ELSE EXCLUDED.status END
      RETURNING template, status, remaining, long_term, refused, kept
      """;

  private static final String USE =
      """
      UPDATE wechat_simulated_consent
      SET remaining = remaining - CASE WHEN long_term THEN 0 ELSE 1 END
      WHERE account_id = :account AND openid = :openid AND template = :template
        AND NOT refused AND remaining > 0
      """;

  private static final String OF =
      """
      SELECT template, status, remaining, long_term, refused, kept
      FROM wechat_simulated_consent
      WHERE account_id = :account AND openid = :openid
      ORDER BY template
      """;

  /**
   * How a person stands to a template.
   *
   * @param kept the answer that is repeated without a dialog; null when there is none
   */
  record Consent(
      String template,
      String status,
      int remaining,
      boolean longTerm,
      boolean refused,
      @Nullable String kept) {}

  /**
   * An answer that was given.
   *
   * @param shown whether the person saw a dialog
   */
  record Answered(Consent consent, boolean shown) {}

  private final JdbcClient jdbc;

  ConsentRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  Answered answer(AccountId account, String openid, String template, PersonRequests.Answer answer) {
    return of(ANSWER, account, openid)
        .param("template", template)
        .param("status", answer.status())
        .param("always", answer.always())
        .param("longTerm", answer.longTerm())
        .query((row, number) -> new Answered(read(row), row.getBoolean("shown")))
        .single();
  }

  Consent change(AccountId account, String openid, String template, String status) {
    return of(CHANGE, account, openid)
        .param("template", template)
        .param("status", status)
        .query((row, number) -> read(row))
        .single();
  }

  /** Uses one up; false when there is none. Who never decided anything always consents. */
  boolean use(AccountId account, String openid, String template) {
    return of(USE, account, openid).param("template", template).update() > 0
        || of(account, openid).isEmpty();
  }

  List<Consent> of(AccountId account, String openid) {
    return of(OF, account, openid).query((row, number) -> read(row)).list();
  }

  private JdbcClient.StatementSpec of(String sql, AccountId account, String openid) {
    return jdbc.sql(sql).param("account", account.value()).param("openid", openid);
  }

  private static Consent read(ResultSet row) throws SQLException {
    return new Consent(
        row.getString("template"),
        row.getString("status"),
        row.getInt("remaining"),
        row.getBoolean("long_term"),
        row.getBoolean("refused"),
        row.getString("kept"));
  }
}
