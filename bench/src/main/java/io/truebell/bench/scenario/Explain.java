package io.truebell.bench.scenario;

import io.truebell.bench.report.Section;
import io.truebell.bench.stage.BenchTenant;
import io.truebell.bench.stage.Lean;
import io.truebell.bench.stage.Platform;
import io.truebell.bench.stage.Stage;
import io.truebell.bench.stage.Watch;
import io.truebell.bench.trial.Latencies;
import io.truebell.bench.trial.Say;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Explanations and searches in a tenant with a million messages. */
final class Explain implements Scenario {
  private static final int PEOPLE = 1_000;
  private static final int QUESTIONS = 400;
  private static final int WARM_UP = 200;

  @Override
  public String name() {
    return "explain";
  }

  @Override
  public Section run(Stage stage) throws SQLException, InterruptedException {
    int messages = stage.options().number("messages", 1_000_000);
    try (Platform platform = stage.platform();
        Watch watch = new Watch(stage.stores(), stage.stores().postgres())) {
      BenchTenant tenant = platform.tenant("explain");
      tenant.account("");
      tenant.people(PEOPLE);
      tenant.post(PEOPLE, PEOPLE, null);
      watch.run("SET search_path TO " + tenant.schema());
      while (watch.holds("EXISTS (SELECT 1 FROM delivery WHERE state IN ('QUEUED', 'CLAIMED'))")) {
        TimeUnit.MILLISECONDS.sleep(50);
      }
      new ManyMessages(watch).copy(messages / PEOPLE - 1);
      Say.line("  %,d messages are there", watch.number("SELECT count(*) FROM message"));
      return measure(tenant, watch, messages);
    }
  }

  private Section measure(BenchTenant tenant, Watch watch, int messages) throws SQLException {
    List<String> deliveries =
        watch.texts("SELECT id::text FROM delivery TABLESAMPLE SYSTEM (1) LIMIT 5000");
    Section section = new Section(name());
    section.say(
        "%,d messages of one tenant, copied in SQL from ones that were sent. %d questions each by one client, one after another; the times are those of whole HTTP requests."
            .formatted(messages, QUESTIONS));
    List<List<String>> rows = new ArrayList<>();
    try (Lean client = new Lean(tenant.api())) {
      Random random = new Random(1);
      rows.add(
          ask(
              client,
              "explanation of a delivery",
              deliveries,
              random,
              "/v1/deliveries/%s/explanation"));
      List<String> people = new ArrayList<>();
      for (int i = 0; i < PEOPLE; i++) {
        people.add("p" + i);
      }
      rows.add(ask(client, "messages of a recipient", people, random, "/v1/messages?recipient=%s"));
      rows.add(ask(client, "inbox of a recipient", people, random, "/v1/recipients/%s/inbox"));
      List<String> subjects = watch.texts("SELECT DISTINCT subject FROM notification LIMIT 900");
      rows.add(
          ask(client, "messages about a subject", subjects, random, "/v1/messages?subject=%s"));
      rows.add(ask(client, "newest messages", List.of(""), random, "/v1/messages%s"));
    }
    section.table(List.of("ms", "p50", "p90", "p99", "most"), rows);
    return section;
  }

  private static List<String> ask(
      Lean client, String title, List<String> about, Random random, String path) {
    Latencies latencies = new Latencies();
    for (int i = 0; i < WARM_UP + QUESTIONS; i++) {
      String question = path.formatted(about.get(random.nextInt(about.size())));
      long begin = System.nanoTime();
      client.get(question);
      if (i >= WARM_UP) {
        latencies.add((System.nanoTime() - begin) / 1e6);
      }
    }
    return Section.percentiles(title, latencies);
  }
}
