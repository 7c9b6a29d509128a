package io.truebell.receipts.inbound;

import io.truebell.core.message.AccountId;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What came in, of the scope's tenant. */
@Component
class InboundRows {
  // The same bytes again are counted and told again; a replayed one costs no row.
  private static final String STORE =
      """
      INSERT INTO inbound_receipt (id, account_id, print, raw, received_at, last_at, next_at)
      VALUES (:id, :account, :print, :raw, :now::timestamptz, :now::timestamptz, :now::timestamptz)
      ON CONFLICT (account_id, print) DO UPDATE
      SET times = inbound_receipt.times + 1, untold = inbound_receipt.untold + 1, attempts = 0,
          last_at = excluded.last_at, next_at = excluded.next_at
      """;

  private static final String NEXT =
      """
      SELECT id, account_id, raw, received_at, last_at, times, untold, told, attempts
      FROM inbound_receipt WHERE next_at <= :now::timestamptz
      ORDER BY next_at LIMIT 1
      FOR UPDATE SKIP LOCKED
      """;

  private static final String SAVE =
      """
      UPDATE inbound_receipt
      SET status = :status, reason = :reason, told = :told::text[], waits_for = :waits::text[], untold = 0,
          attempts = attempts + 1, next_at = :next::timestamptz
      WHERE id = :id
      """;

  private static final String POSTPONE =
      """
      UPDATE inbound_receipt SET reason = 'not_stored', attempts = attempts + 1, next_at = :next::timestamptz
      WHERE id = :id
      """;

  private static final String PURGE =
      """
      DELETE FROM inbound_receipt WHERE id IN (
        SELECT id FROM inbound_receipt WHERE next_at IS NULL AND last_at <= :before::timestamptz
        ORDER BY last_at LIMIT 500 FOR UPDATE SKIP LOCKED)
      """;

  private static final String PENDING =
      """
      SELECT least((SELECT min(next_at) FROM inbound_receipt WHERE next_at IS NOT NULL),
                   (SELECT min(last_at) FROM inbound_receipt WHERE next_at IS NULL)
                     + make_interval(secs => :keep)) AS due_at
      """;

  private static final String REFUSED =
      """
      INSERT INTO refused_receipt (account_id, day, times) VALUES (:account, :day, 1)
      ON CONFLICT (account_id, day) DO UPDATE SET times = refused_receipt.times + 1
      """;

  private static final String REFUSALS =
      """
      SELECT day, times FROM refused_receipt WHERE account_id = :account ORDER BY day DESC LIMIT 7
      """;

  private static final String PAGE =
      """
      SELECT id, account_id, received_at, last_at, times, status, reason, waits_for, attempts, next_at
      FROM inbound_receipt
      WHERE id < :before AND status = coalesce(:status, status)
      ORDER BY id DESC LIMIT :limit
      """;

  private final JdbcClient jdbc;

  InboundRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * One that is to be read.
   *
   * @param raw sealed
   * @param untold how often it came since it was read
   * @param told receipts in it that found their delivery
   */
  @SuppressWarnings("ArrayRecordComponent") // a ciphertext, handed on and never compared
  record Unread(
      UUID id,
      AccountId account,
      byte[] raw,
      Instant receivedAt,
      Instant lastAt,
      int times,
      int untold,
      List<String> told,
      int attempts) {}

  /** What became of one; {@code next} is null when nothing more is tried. */
  record Result(
      String status,
      String reason,
      List<String> told,
      List<String> waitsFor,
      @Nullable Instant next) {}

  /** How many were not authentic on one day. */
  record Refusals(LocalDate day, long times) {}

  @SuppressWarnings("ArrayRecordComponent")
  void store(UUID id, AccountId account, byte[] print, byte[] raw, Instant now) {
    jdbc.sql(STORE)
        .param("id", id)
        .param("account", account.value())
        .param("print", print)
        .param("raw", raw)
        .param("now", now.toString())
        .update();
  }

  /** Locks it for this transaction. */
  Optional<Unread> next(Instant now) {
    return jdbc.sql(NEXT).param("now", now.toString()).query((row, n) -> unread(row)).optional();
  }

  private static Unread unread(ResultSet row) throws SQLException {
    return new Unread(
        row.getObject("id", UUID.class),
        new AccountId(row.getObject("account_id", UUID.class)),
        row.getBytes("raw"),
        row.getTimestamp("received_at").toInstant(),
        row.getTimestamp("last_at").toInstant(),
        row.getInt("times"),
        row.getInt("untold"),
        texts(row, "told"),
        row.getInt("attempts"));
  }

  void save(UUID id, Result result) {
    Instant next = result.next();
    jdbc.sql(SAVE)
        .param("id", id)
        .param("status", result.status())
        .param("reason", result.reason())
        .param("told", result.told().toArray(String[]::new))
        .param("waits", result.waitsFor().toArray(String[]::new))
        .param("next", next == null ? null : next.toString())
        .update();
  }

  void postpone(UUID id, Instant next) {
    jdbc.sql(POSTPONE).param("id", id).param("next", next.toString()).update();
  }

  /** Says how many rows went. */
  int purge(Instant before) {
    return jdbc.sql(PURGE).param("before", before.toString()).update();
  }

  /** When something is to be done next: to be read, or to be purged. */
  @Nullable Instant pending(Duration keep) {
    return jdbc.sql(PENDING)
        .param("keep", (double) keep.toSeconds())
        .query((row, n) -> Optional.ofNullable(row.getTimestamp("due_at")))
        .single()
        .map(Timestamp::toInstant)
        .orElse(null);
  }

  void refused(AccountId account, LocalDate day) {
    jdbc.sql(REFUSED).param("account", account.value()).param("day", day).update();
  }

  List<Refusals> refusals(AccountId account) {
    return jdbc.sql(REFUSALS)
        .param("account", account.value())
        .query(
            (row, n) -> new Refusals(row.getObject("day", LocalDate.class), row.getLong("times")))
        .list();
  }

  /** Newest first. */
  List<InboundReceiptView> page(@Nullable String status, UUID before, int limit) {
    return jdbc.sql(PAGE)
        .param("status", status)
        .param("before", before)
        .param("limit", limit)
        .query((row, n) -> view(row))
        .list();
  }

  private static InboundReceiptView view(ResultSet row) throws SQLException {
    Timestamp next = row.getTimestamp("next_at");
    return new InboundReceiptView(
        row.getObject("id", UUID.class),
        row.getObject("account_id", UUID.class),
        row.getTimestamp("received_at").toInstant(),
        row.getTimestamp("last_at").toInstant(),
        row.getInt("times"),
        row.getString("status"),
        row.getString("reason"),
        texts(row, "waits_for"),
        row.getInt("attempts"),
        next == null ? null : next.toInstant());
  }

  private static List<String> texts(ResultSet row, String column) throws SQLException {
    Array array = row.getArray(column);
    return List.of((String[]) array.getArray());
  }
}
