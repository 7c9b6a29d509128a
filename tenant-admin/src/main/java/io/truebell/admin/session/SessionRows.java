package io.truebell.admin.session;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.core.convert.support.GenericConversionService;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.session.jdbc.JdbcIndexedSessionRepository;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Spring Session's rows in {@code platform.browser_session}. The library keeps a session under its
 * id, which is what the cookie holds; these statements keep the id's hash instead, so that who
 * reads the table, or a backup of it, is not signed in as anybody.
 */
final class SessionRows {
  private static final String TABLE = "platform.browser_session";

  private static final String INSERT =
      """
      INSERT INTO %TABLE_NAME%
        (primary_id, session_id, creation_time, last_access_time, max_inactive_interval,
         expiry_time, principal_name)
      VALUES (?, encode(sha256(convert_to(?, 'UTF8')), 'hex'), ?, ?, ?, ?, ?)
      """;

  // the library takes a session's id from the row: it gets back the one it asked with
  private static final String FIND =
      """
      WITH asked AS (SELECT ?::text AS id)
      SELECT s.primary_id, asked.id AS session_id, s.creation_time, s.last_access_time,
             s.max_inactive_interval, a.attribute_name, a.attribute_bytes
      FROM asked
      JOIN %TABLE_NAME% s ON s.session_id = encode(sha256(convert_to(asked.id, 'UTF8')), 'hex')
      LEFT JOIN %TABLE_NAME%_attributes a ON a.session_primary_id = s.primary_id
      """;

  private static final String UPDATE =
      """
      UPDATE %TABLE_NAME%
      SET session_id = encode(sha256(convert_to(?, 'UTF8')), 'hex'), last_access_time = ?,
          max_inactive_interval = ?, expiry_time = ?, principal_name = ?
      WHERE primary_id = ?
      """;

  private static final String DELETE =
      """
      DELETE FROM %TABLE_NAME%
      WHERE session_id = encode(sha256(convert_to(?, 'UTF8')), 'hex')
        AND max_inactive_interval >= 0
      """;

  private static final long HOUR = 3_600_000;

  private final JdbcIndexedSessionRepository repository;

  SessionRows(DataSource platform, TransactionOperations transactions, Duration idle) {
    repository = new JdbcIndexedSessionRepository(new JdbcTemplate(platform), transactions);
    repository.setTableName(TABLE);
    repository.setCreateSessionQuery(INSERT);
    repository.setGetSessionQuery(FIND);
    repository.setUpdateSessionQuery(UPDATE);
    repository.setDeleteSessionQuery(DELETE);
    repository.setConversionService(textOnly());
    repository.setDefaultMaxInactiveInterval(idle);
    // swept below, by the scheduler that is there already
    repository.setCleanupCron(Scheduled.CRON_DISABLED);
    repository.afterPropertiesSet();
  }

  JdbcIndexedSessionRepository repository() {
    return repository;
  }

  @Scheduled(initialDelay = HOUR, fixedDelay = HOUR)
  void sweep() {
    repository.cleanUpExpiredSessions();
  }

  /** Nothing that is read from the table is ever made into an object of another class. */
  private static GenericConversionService textOnly() {
    GenericConversionService text = new GenericConversionService();
    text.addConverter(
        Object.class, byte[].class, value -> ((String) value).getBytes(StandardCharsets.UTF_8));
    text.addConverter(
        byte[].class, Object.class, bytes -> new String(bytes, StandardCharsets.UTF_8));
    return text;
  }
}
