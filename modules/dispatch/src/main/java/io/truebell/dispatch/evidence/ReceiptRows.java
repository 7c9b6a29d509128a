package io.truebell.dispatch.evidence;

import io.truebell.core.message.DeliveryState;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.dispatch.moves.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The stored receipts. */
@Component
class ReceiptRows {
  private static final String LOCK =
      """
      SELECT state, attempt FROM delivery WHERE id = :delivery FOR UPDATE
      """;

  private static final String STORE =
      """
      INSERT INTO receipt (id, delivery_id, delivered, code, text, source, at)
      VALUES (:id, :delivery, :delivered, :code, :text, :source, :at::timestamptz)
      ON CONFLICT (delivery_id, id) DO UPDATE SET times = receipt.times + 1
      RETURNING times
      """;

  // A delivered receipt is the stronger one of two that disagree and wait together.
  private static final String UNAPPLIED =
      """
      SELECT DISTINCT ON (d.id) d.id, d.state, d.attempt, r.delivered, r.code, r.text, r.source
      FROM delivery d JOIN receipt r ON r.delivery_id = d.id
      WHERE d.id = ANY (:ids::uuid[]) AND d.state IN ('ACCEPTED', 'UNKNOWN')
      ORDER BY d.id, r.delivered DESC, r.at
      """;

  private final JdbcClient jdbc;

  ReceiptRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Standing(DeliveryState state, int attempt) {}

  record Proof(
      UUID delivery,
      Standing standing,
      boolean delivered,
      String code,
      String text,
      String source) {}

  Optional<Standing> lock(UUID delivery) {
    return jdbc.sql(LOCK).param("delivery", delivery).query((row, n) -> standing(row)).optional();
  }

  /** Whether it is new. */
  boolean storeOnce(ReceiptArrived receipt, Instant at) {
    return jdbc.sql(STORE)
            .param("id", receipt.receiptId())
            .param("delivery", receipt.delivery().value())
            .param("delivered", receipt.delivered())
            .param("code", receipt.code())
            .param("text", receipt.text())
            .param("source", receipt.source())
            .param("at", at.toString())
            .query(Integer.class)
            .single()
        == 1;
  }

  List<Proof> unapplied(List<UUID> deliveries) {
    return jdbc.sql(UNAPPLIED)
        .param("ids", Columns.of(deliveries))
        .query(
            (row, n) ->
                new Proof(
                    row.getObject("id", UUID.class),
                    standing(row),
                    row.getBoolean("delivered"),
                    row.getString("code"),
                    row.getString("text"),
                    row.getString("source")))
        .list();
  }

  private static Standing standing(ResultSet row) throws SQLException {
    return new Standing(DeliveryState.valueOf(row.getString("state")), row.getInt("attempt"));
  }
}
