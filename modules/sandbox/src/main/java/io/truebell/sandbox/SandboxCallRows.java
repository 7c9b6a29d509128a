package io.truebell.sandbox;

import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The calls of the scope's tenant. */
@Component
class SandboxCallRows {
  private static final String COUNT =
      """
      SELECT count(*) FROM sandbox_call WHERE delivery_id = :delivery AND magic IS NOT NULL
      """;

  private static final String INSERT =
      """
      INSERT INTO sandbox_call (id, at, account_id, delivery_id, channel, magic, call, note)
      VALUES (:id, :at, :account, :delivery, :channel, :magic, :call, :note)
      """;

  private static final String PAGE =
      """
      SELECT id, at, account_id, delivery_id, channel, magic, call, note
      FROM sandbox_call
      WHERE id < :before
      ORDER BY id DESC
      LIMIT :limit
      """;

  private final JdbcClient jdbc;

  SandboxCallRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  int countFor(UUID delivery) {
    return jdbc.sql(COUNT).param("delivery", delivery).query(Integer.class).single();
  }

  void insert(SandboxCall call) {
    jdbc.sql(INSERT)
        .param("id", call.id())
        .param("at", call.at().atOffset(ZoneOffset.UTC))
        .param("account", call.accountId())
        .param("delivery", call.deliveryId())
        .param("channel", call.channel())
        .param("magic", call.magic())
        .param("call", call.call())
        .param("note", call.note())
        .update();
  }

  /** Newest first. */
  List<SandboxCall> before(UUID id, int limit) {
    return jdbc.sql(PAGE)
        .param("before", id)
        .param("limit", limit)
        .query(
            (row, number) ->
                new SandboxCall(
                    row.getObject("id", UUID.class),
                    row.getObject("at", java.time.OffsetDateTime.class).toInstant(),
                    row.getObject("account_id", UUID.class),
                    row.getObject("delivery_id", UUID.class),
                    row.getString("channel"),
                    row.getString("magic"),
                    row.getInt("call"),
                    row.getString("note")))
        .list();
  }
}
