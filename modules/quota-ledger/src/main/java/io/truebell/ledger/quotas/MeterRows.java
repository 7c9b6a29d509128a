package io.truebell.ledger.quotas;

import io.truebell.core.identity.Actor;
import io.truebell.core.spi.SettledDelivery;
import io.truebell.ledger.base.Columns;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What claims reserve of quotas, and what is known of attempts when they are settled. The
 * statements that every batch pays for are small: with many tenants they are planned each time.
 */
@Component
class MeterRows {
  private static final String RESERVE =
      """
      WITH held AS (
        INSERT INTO quota_hold (delivery_id, quota, attempt, day)
        SELECT delivery, quota, attempt, :today::date
        FROM unnest(:delivery::uuid[], :quota::text[], :attempt::int[]) AS x(delivery, quota, attempt)
        RETURNING quota
      )
      INSERT INTO ledger_entry (at, quota, period, kind, to_state, amount, actor, reason)
      SELECT :now::timestamptz, quota, date_trunc('month', :today::timestamp)::date, 'reserved', 'reserved', count(*),
             :actor, 'quota_reserved'
      FROM held GROUP BY quota ORDER BY quota
      """;

  // What settles an attempt does not say through which channel it went; the delivery does.
  private static final String FACTS =
      """
      SELECT d.id, d.channel,
             EXISTS (SELECT FROM quota_limit l WHERE l.quota = 'paid_sends:' || d.channel) AS paid,
             (SELECT array_agg(h.quota) FROM quota_hold h WHERE h.delivery_id = d.id AND h.attempt = x.attempt) AS held,
             (SELECT min(h.day) FROM quota_hold h WHERE h.delivery_id = d.id AND h.attempt = x.attempt) AS held_on,
             (SELECT min(u.day) FROM metered_unknown u WHERE u.delivery_id = d.id) AS unknown_on
      FROM unnest(:delivery::uuid[], :attempt::int[]) AS x(delivery, attempt) JOIN delivery d ON d.id = x.delivery
      """;

  private static final String RELEASE =
      """
      DELETE FROM quota_hold h USING unnest(:delivery::uuid[], :attempt::int[]) AS x(delivery, attempt)
      WHERE h.delivery_id = x.delivery AND h.attempt = x.attempt
      """;

  private static final String REMEMBER =
      """
      INSERT INTO metered_unknown (delivery_id, attempt, day)
      SELECT * FROM unnest(:delivery::uuid[], :attempt::int[], :day::date[])
      """;

  private static final String FORGET =
      """
      DELETE FROM metered_unknown WHERE delivery_id = ANY (:deliveries::uuid[])
      """;

  private static final String COUNTED =
      """
      SELECT DISTINCT delivery_id FROM metered_unknown WHERE delivery_id = ANY (:deliveries::uuid[])
      """;

  private final JdbcClient jdbc;

  MeterRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** An amount of one that a claim takes for one attempt. */
  record Reserved(UUID delivery, int attempt, Quota quota) {}

  /**
   * What is known of an attempt.
   *
   * @param pays whether a send through its channel counts as paid
   * @param held the quotas that its claim has reserved
   * @param heldOn when it did; null when it reserved none
   * @param unknownOn the day on which an attempt of the delivery was counted as unknown; null when
   *     none was
   */
  record Facts(
      UUID delivery,
      String channel,
      boolean pays,
      Set<Quota> held,
      @Nullable LocalDate heldOn,
      @Nullable LocalDate unknownOn) {
    Facts {
      held = Set.copyOf(held);
    }
  }

  /** An attempt that is counted as unknown on a day. */
  record Unknown(UUID delivery, int attempt, LocalDate day) {}

  void reserve(List<Reserved> reserved, LocalDate today, Actor actor, Instant now) {
    Columns<Reserved> columns =
        new Columns<>(reserved)
            .with("delivery", Reserved::delivery)
            .with("quota", Reserved::quota)
            .with("attempt", Reserved::attempt);
    jdbc.sql(RESERVE)
        .params(columns.parameters())
        .param("today", today)
        .param("now", now.toString())
        .param("actor", actor.toString())
        .update();
  }

  List<Facts> facts(List<SettledDelivery> settled) {
    return jdbc.sql(FACTS).params(attempts(settled)).query((row, n) -> facts(row)).list();
  }

  /** Takes away what their claims have reserved. */
  void release(List<SettledDelivery> settled) {
    jdbc.sql(RELEASE).params(attempts(settled)).update();
  }

  void remember(List<Unknown> unknown) {
    Columns<Unknown> columns =
        new Columns<>(unknown)
            .with("delivery", Unknown::delivery)
            .with("attempt", Unknown::attempt)
            .with("day", Unknown::day);
    jdbc.sql(REMEMBER).params(columns.parameters()).update();
  }

  void forget(List<SettledDelivery> settled) {
    jdbc.sql(FORGET).param("deliveries", Columns.of(settled, SettledDelivery::delivery)).update();
  }

  /**
   * Those of {@code deliveries} that are counted already, since an earlier call may have sent it.
   */
  Set<UUID> counted(List<UUID> deliveries) {
    return deliveries.isEmpty()
        ? Set.of()
        : Set.copyOf(
            jdbc.sql(COUNTED)
                .param("deliveries", Columns.of(deliveries, id -> id))
                .query(UUID.class)
                .list());
  }

  private static Map<String, ?> attempts(List<SettledDelivery> settled) {
    return new Columns<>(settled)
        .with("delivery", SettledDelivery::delivery)
        .with("attempt", SettledDelivery::attempt)
        .parameters();
  }

  private static Facts facts(ResultSet row) throws SQLException {
    Set<Quota> held = new HashSet<>();
    Array quotas = row.getArray("held");
    if (quotas != null) {
      for (String quota : (String[]) quotas.getArray()) {
        held.add(new Quota(quota));
      }
    }
    return new Facts(
        row.getObject("id", UUID.class),
        row.getString("channel"),
        row.getBoolean("paid"),
        held,
        row.getObject("held_on", LocalDate.class),
        row.getObject("unknown_on", LocalDate.class));
  }
}
