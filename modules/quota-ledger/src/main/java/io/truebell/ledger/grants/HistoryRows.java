package io.truebell.ledger.grants;

import io.truebell.core.message.RecipientId;
import io.truebell.ledger.base.Columns;
import io.truebell.ledger.grants.GrantAnswerView.GrantStepView;
import io.truebell.ledger.grants.GrantAnswerView.GrantView;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** A recipient's answers and every step of what they gave, as the ledger has it. */
@Component
class HistoryRows {
  private static final String PAGE =
      """
      SELECT c.id, c.request_id, g.channel, g.template, c.status, c.kind, c.source, c.answered_at, c.registered_at,
             c.registered_by, a.state, a.reason, a.delivery_id, a.reserved_at, a.ended_at
      FROM consent_answer c
      JOIN grant_account g ON g.id = c.account_id
      LEFT JOIN authorisation a ON a.id = c.id
      WHERE c.recipient_id = :recipient AND c.id < :before
      ORDER BY c.id DESC LIMIT :limit
      """;

  private static final String STEPS =
      """
      SELECT authorisation_id, at, kind, from_state, to_state, delivery_id, attempt, actor, reason
      FROM ledger_entry WHERE authorisation_id = ANY (:ids::uuid[]) ORDER BY authorisation_id, seq
      """;

  private final JdbcClient jdbc;

  HistoryRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Newest first. */
  List<GrantAnswerView> page(RecipientId recipient, UUID before, int limit) {
    List<GrantAnswerView> answers =
        jdbc.sql(PAGE)
            .param("recipient", recipient.value())
            .param("before", before)
            .param("limit", limit)
            .query((row, n) -> answer(row))
            .list();
    Map<UUID, List<GrantStepView>> steps = steps(answers);
    return answers.stream().map(a -> a.with(steps.getOrDefault(a.id(), List.of()))).toList();
  }

  private Map<UUID, List<GrantStepView>> steps(List<GrantAnswerView> answers) {
    Map<UUID, List<GrantStepView>> steps = new HashMap<>();
    jdbc.sql(STEPS)
        .param("ids", Columns.of(answers, GrantAnswerView::id))
        .query(
            row -> {
              steps
                  .computeIfAbsent(
                      row.getObject("authorisation_id", UUID.class), id -> new ArrayList<>())
                  .add(step(row));
            });
    return steps;
  }

  private static GrantAnswerView answer(ResultSet row) throws SQLException {
    return new GrantAnswerView(
        row.getObject("id", UUID.class),
        row.getString("request_id"),
        row.getString("channel"),
        row.getString("template"),
        row.getString("status"),
        row.getString("kind"),
        row.getString("source"),
        row.getTimestamp("answered_at").toInstant(),
        row.getTimestamp("registered_at").toInstant(),
        row.getString("registered_by"),
        row.getString("state") == null ? null : grant(row));
  }

  private static GrantView grant(ResultSet row) throws SQLException {
    return new GrantView(
        row.getString("state"),
        row.getString("reason"),
        row.getObject("delivery_id", UUID.class),
        instant(row, "reserved_at"),
        instant(row, "ended_at"),
        List.of());
  }

  private static GrantStepView step(ResultSet row) throws SQLException {
    return new GrantStepView(
        row.getTimestamp("at").toInstant(),
        row.getString("kind"),
        row.getString("from_state"),
        row.getString("to_state"),
        row.getObject("delivery_id", UUID.class),
        row.getObject("attempt", Integer.class),
        row.getString("actor"),
        row.getString("reason"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp at = row.getTimestamp(column);
    return at == null ? null : at.toInstant();
  }
}
