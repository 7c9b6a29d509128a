package io.truebell.dispatch.why;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which of a person's messages a question is about. */
@Component
class WhyRows {
  private static final String PERSON =
      "SELECT id, external_id, zone, created_at FROM recipient WHERE external_id = :external_id";

  // A delivery moves after its message was made, so nothing younger can be meant.
  static final String AROUND =
      """
      SELECT m.id FROM message m
      WHERE m.recipient_id = :recipient AND m.created_at < :to::timestamptz
        AND (m.created_at >= :from::timestamptz OR EXISTS (
          SELECT FROM delivery d JOIN trace t ON t.delivery_id = d.id
          WHERE d.message_id = m.id AND t.at >= :from::timestamptz AND t.at < :to::timestamptz))
      ORDER BY abs(extract(epoch FROM m.created_at - :at::timestamptz)), m.id LIMIT :most
      """;

  static final String BEFORE =
      """
      SELECT m.id FROM message m
      WHERE m.recipient_id = :recipient AND m.created_at < :from::timestamptz AND m.id <> ALL (:but::uuid[])
      ORDER BY m.created_at DESC, m.id DESC LIMIT 1
      """;

  static final String AFTER =
      """
      SELECT m.id FROM message m
      WHERE m.recipient_id = :recipient AND m.created_at >= :to::timestamptz
      ORDER BY m.created_at, m.id LIMIT 1
      """;

  private final JdbcClient jdbc;

  WhyRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  record Person(UUID id, String externalId, String zone, Instant createdAt) {}

  Optional<Person> person(String externalId) {
    return jdbc.sql(PERSON)
        .param("external_id", externalId)
        .query(
            (row, n) ->
                new Person(
                    row.getObject("id", UUID.class),
                    row.getString("external_id"),
                    row.getString("zone"),
                    row.getTimestamp("created_at").toInstant()))
        .optional();
  }

  /** Nearest to the asked time first. */
  List<UUID> around(Person person, Question question, int most) {
    return jdbc.sql(AROUND)
        .param("recipient", person.id())
        .param("from", question.from().toString())
        .param("to", question.to().toString())
        .param("at", question.at().toString())
        .param("most", most)
        .query(UUID.class)
        .list();
  }

  /** The last one that was made before, and is none of those. */
  Optional<UUID> before(Person person, Question question, List<UUID> but) {
    return jdbc.sql(BEFORE)
        .param("recipient", person.id())
        .param("from", question.from().toString())
        .param("but", but.stream().map(UUID::toString).toArray(String[]::new))
        .query(UUID.class)
        .optional();
  }

  Optional<UUID> after(Person person, Question question) {
    return jdbc.sql(AFTER)
        .param("recipient", person.id())
        .param("to", question.to().toString())
        .query(UUID.class)
        .optional();
  }
}
