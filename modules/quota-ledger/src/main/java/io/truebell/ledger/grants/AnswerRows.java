package io.truebell.ledger.grants;

import io.truebell.core.message.RecipientId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What people answered. */
@Component
class AnswerRows {
  private static final String STORE =
      """
      INSERT INTO consent_answer (id, recipient_id, request_id, account_id, status, kind, source, answered_at,
                                  registered_at, registered_by)
      VALUES (:id, :recipient, :request, :account, :status, :kind, :source, :answered::timestamptz,
              :now::timestamptz, :by)
      ON CONFLICT (recipient_id, request_id) DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT a.id, g.channel, g.template, a.status, a.kind
      FROM consent_answer a JOIN grant_account g ON g.id = a.account_id
      WHERE a.recipient_id = :recipient AND a.request_id = :request
      """;

  // Answers of one client are told apart exactly; a provider's refusal has another clock.
  private static final String REFUSED_SINCE =
      """
      SELECT EXISTS (SELECT FROM consent_answer
                     WHERE account_id = :account AND status = 'reject' AND answered_at > :answered::timestamptz)
          OR EXISTS (SELECT FROM grant_account WHERE id = :account AND refused_at > :surely::timestamptz)
      """;

  private static final String EVIDENCE =
      """
      INSERT INTO consent_evidence (channel_account_id, report_id, recipient_id, template, status, decided_at, heard_at)
      VALUES (:account, :report, :recipient, :template, :status, :decided::timestamptz, :now::timestamptz)
      ON CONFLICT DO NOTHING
      """;

  private final JdbcClient jdbc;

  AnswerRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** An answer that is there. */
  record Stored(UUID id, String channel, String template, String status, String kind) {}

  /** A provider's report about one recipient. */
  record Evidence(
      UUID channelAccount,
      String report,
      UUID recipient,
      String template,
      String status,
      Instant decided) {}

  /** Says whether it was new. */
  boolean store(
      UUID id,
      UUID account,
      RegisterAnswer.Submission s,
      Instant answered,
      String by,
      Instant now) {
    return jdbc.sql(STORE)
            .param("id", id)
            .param("recipient", s.purpose().recipient().value())
            .param("request", s.requestId())
            .param("account", account)
            .param("status", s.status().word())
            .param("kind", s.kind())
            .param("source", s.source())
            .param("answered", answered.toString())
            .param("now", now.toString())
            .param("by", by)
            .update()
        == 1;
  }

  Optional<Stored> find(RecipientId recipient, String requestId) {
    return jdbc.sql(FIND)
        .param("recipient", recipient.value())
        .param("request", requestId)
        .query((row, n) -> stored(row))
        .optional();
  }

  private static Stored stored(ResultSet row) throws SQLException {
    return new Stored(
        row.getObject("id", UUID.class),
        row.getString("channel"),
        row.getString("template"),
        row.getString("status"),
        row.getString("kind"));
  }

  /**
   * Whether the person refused after an answer.
   *
   * @param surely a provider's refusal after this time is surely later than the answer
   */
  boolean refusedSince(UUID account, Instant answered, Instant surely) {
    return jdbc.sql(REFUSED_SINCE)
        .param("account", account)
        .param("answered", answered.toString())
        .param("surely", surely.toString())
        .query(Boolean.class)
        .single();
  }

  /** Says whether it was new. */
  boolean store(Evidence evidence, Instant now) {
    return jdbc.sql(EVIDENCE)
            .param("account", evidence.channelAccount())
            .param("report", evidence.report())
            .param("recipient", evidence.recipient())
            .param("template", evidence.template())
            .param("status", evidence.status())
            .param("decided", evidence.decided().toString())
            .param("now", now.toString())
            .update()
        == 1;
  }
}
