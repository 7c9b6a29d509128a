package io.truebell.process;

import io.truebell.process.Courier.Call;
import io.truebell.process.Traffic.Customer;
import io.truebell.process.Traffic.Fact;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** Compares what the provider wrote down with what the database says, delivery by delivery. */
final class Reckoning {
  private static final Set<String> WORKERS_END = Set.of("lease_expired", "worker_died");

  private record Delivery(
      UUID id, UUID notification, String state, String reason, int attempt, int traceSeq) {}

  private record Attempt(int attempt, String outcome, String code) {}

  private record Step(int seq, String from, String to) {}

  private final String url;
  private final Map<UUID, List<Call>> calls;
  private final Set<UUID> promised;
  private final List<String> wrongs = new ArrayList<>();
  private final Map<String, Integer> states = new TreeMap<>();

  Reckoning(String url, Courier courier) {
    this.url = url;
    this.promised = courier.promised();
    this.calls = courier.calls().stream().collect(Collectors.groupingBy(Call::delivery));
  }

  /** Everything that is wrong, with the whole story of what it happened to. */
  List<String> wrongs(List<Customer> customers, List<Fact> facts) throws SQLException {
    Set<UUID> known = new HashSet<>();
    try (Connection connection = DriverManager.getConnection(url)) {
      for (Customer customer : customers) {
        connection.setSchema(Weather.schema(customer));
        List<Fact> own = facts.stream().filter(f -> f.customer().equals(customer)).toList();
        known.addAll(reckon(connection, customer, own));
      }
    }
    calls.keySet().stream()
        .filter(id -> !known.contains(id))
        .forEach(id -> wrongs.add("called for a delivery that nobody knows: " + id));
    return wrongs;
  }

  /** How many deliveries ended in which state. */
  Map<String, Integer> states() {
    return states;
  }

  private Set<UUID> reckon(Connection connection, Customer customer, List<Fact> facts)
      throws SQLException {
    List<Delivery> deliveries =
        rows(
            connection,
            "SELECT id, notification_id, state, reason, attempt, trace_seq FROM delivery",
            row ->
                new Delivery(
                    row.getObject(1, UUID.class),
                    row.getObject(2, UUID.class),
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5),
                    row.getInt(6)));
    Map<UUID, List<Attempt>> attempts = new HashMap<>();
    rows(
            connection,
            "SELECT delivery_id, attempt, outcome, code FROM attempt ORDER BY attempt",
            row ->
                Map.entry(
                    row.getObject(1, UUID.class),
                    new Attempt(row.getInt(2), row.getString(3), row.getString(4))))
        .forEach(
            e -> attempts.computeIfAbsent(e.getKey(), k -> new ArrayList<>()).add(e.getValue()));
    Map<UUID, List<Step>> traces = new HashMap<>();
    rows(
            connection,
            "SELECT delivery_id, seq, from_state, to_state FROM trace ORDER BY seq",
            row ->
                Map.entry(
                    row.getObject(1, UUID.class),
                    new Step(row.getInt(2), String.valueOf(row.getString(3)), row.getString(4))))
        .forEach(e -> traces.computeIfAbsent(e.getKey(), k -> new ArrayList<>()).add(e.getValue()));
    facts(connection, customer, facts, deliveries);
    for (Delivery delivery : deliveries) {
      states.merge(delivery.state(), 1, Integer::sum);
      List<String> found = new ArrayList<>();
      List<Attempt> tried = attempts.getOrDefault(delivery.id(), List.of());
      List<Call> called =
          calls.getOrDefault(delivery.id(), List.of()).stream()
              .sorted(Comparator.comparingLong(Call::at))
              .toList();
      calledOnce(called, found);
      recorded(called, tried, found);
      told(delivery, called, tried, found);
      traced(delivery, traces.getOrDefault(delivery.id(), List.of()), found);
      if (!found.isEmpty()) {
        wrongs.add(
            "%s %s\n  calls %s\n  attempts %s\n  trace %s"
                .formatted(found, delivery, called, tried, traces.get(delivery.id())));
      }
    }
    return deliveries.stream().map(Delivery::id).collect(Collectors.toSet());
  }

  /** Nothing is lost, and nothing exists that nobody posted. */
  private void facts(
      Connection connection, Customer customer, List<Fact> facts, List<Delivery> deliveries)
      throws SQLException {
    Map<UUID, Long> perFact =
        deliveries.stream()
            .collect(Collectors.groupingBy(Delivery::notification, Collectors.counting()));
    Map<String, UUID> stored = new HashMap<>();
    rows(
            connection,
            "SELECT idempotency_key, id FROM notification",
            row -> Map.entry(row.getString(1), row.getObject(2, UUID.class)))
        .forEach(e -> stored.put(e.getKey(), e.getValue()));
    Map<UUID, Integer> messages = new HashMap<>();
    rows(
            connection,
            "SELECT notification_id, count(*) FROM message GROUP BY 1",
            row -> Map.entry(row.getObject(1, UUID.class), row.getInt(2)))
        .forEach(e -> messages.put(e.getKey(), e.getValue()));
    for (Fact fact : facts) {
      boolean whole =
          fact.id().equals(stored.get(fact.idempotencyKey()))
              && messages.getOrDefault(fact.id(), 0) == fact.recipients()
              && perFact.getOrDefault(fact.id(), 0L) == fact.recipients();
      if (!whole) {
        wrongs.add("accepted and not stored as a whole: " + fact);
      }
    }
    if (stored.size() != facts.size()) {
      wrongs.add(
          customer.slug()
              + " has "
              + stored.size()
              + " facts, and "
              + facts.size()
              + " were accepted");
    }
  }

  /** Again only where the provider's last answer was that nothing was done. */
  private static void calledOnce(List<Call> called, List<String> found) {
    Set<Integer> seen = new HashSet<>();
    for (int i = 0; i < called.size(); i++) {
      Call call = called.get(i);
      if (!seen.add(call.attempt())) {
        found.add("called twice for attempt " + call.attempt());
      }
      if (!call.key().equals("msg_" + call.delivery().toString().replace("-", ""))) {
        found.add("called with another key");
      }
      boolean last = i == called.size() - 1;
      if (!last && !refusedForNow(call)) {
        found.add("called again after attempt " + call.attempt() + ", which may have been done");
      }
    }
  }

  private static boolean refusedForNow(Call call) {
    return call.manner() == Courier.Manner.BUSY && call.attempt() <= 2;
  }

  private static void recorded(List<Call> called, List<Attempt> tried, List<String> found) {
    Set<Integer> written = tried.stream().map(Attempt::attempt).collect(Collectors.toSet());
    called.stream()
        .filter(call -> !written.contains(call.attempt()))
        .forEach(call -> found.add("no record of attempt " + call.attempt()));
    for (Attempt attempt : tried) {
      boolean unknown = attempt.outcome().equals("unknown");
      if (WORKERS_END.contains(attempt.code()) && !unknown) {
        found.add("swept and not unknown: " + attempt);
      }
      boolean wasCalled = called.stream().anyMatch(c -> c.attempt() == attempt.attempt());
      if (!wasCalled && !unknown && !attempt.outcome().equals("transient")) {
        found.add("an outcome without a call: " + attempt);
      }
    }
  }

  /** The state says what the last call brought, or admits that it isn't known. */
  private void told(Delivery delivery, List<Call> called, List<Attempt> tried, List<String> found) {
    String state = delivery.state();
    if (promised.contains(delivery.id()) != state.equals("DELIVERED")) {
      found.add(
          state + (promised.contains(delivery.id()) ? " in spite of" : " without") + " a receipt");
    }
    if (state.equals("UNKNOWN")) {
      boolean explained =
          WORKERS_END.contains(delivery.reason()) || delivery.reason().equals("outcome_unknown");
      if (!explained || tried.stream().noneMatch(a -> a.outcome().equals("unknown"))) {
        found.add("unknown without an explanation");
      }
      return;
    }
    if (called.isEmpty()) {
      found.add(state + " without a call");
      return;
    }
    Call last = called.getLast();
    Set<String> fitting =
        switch (last.manner()) {
          case ACCEPT, SLOW -> Set.of("ACCEPTED");
          case SILENT, BREAK -> Set.of();
          case REFUSE -> Set.of("REJECTED");
          case BUSY -> refusedForNow(last) ? Set.of() : Set.of("ACCEPTED");
          case RECEIPT, EARLY -> Set.of("DELIVERED");
        };
    if (!fitting.contains(state)) {
      found.add(state + " after " + last.manner());
    }
  }

  private static void traced(Delivery delivery, List<Step> trace, List<String> found) {
    String state = "null";
    int seq = 0;
    for (Step step : trace) {
      seq++;
      if (step.seq() != seq || !step.from().equals(state)) {
        found.add("the trace has a gap before " + step);
      }
      state = step.to();
    }
    if (!state.equals(delivery.state()) || seq != delivery.traceSeq()) {
      found.add("the trace ends with " + state + " at " + seq);
    }
  }

  /** Reads a row. */
  private interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  private static <T> List<T> rows(Connection connection, String sql, Reader<T> reader)
      throws SQLException {
    List<T> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        rows.add(reader.read(row));
      }
    }
    return rows;
  }
}
