package io.truebell.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.truebell.process.AppProcess.Launch;
import io.truebell.process.Traffic.Customer;
import io.truebell.testkit.RestartableStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nodes die at every place between claim and settle, and at random, while the stores break and
 * notifications come in. Then the provider's record is compared with the database. {@code
 * -Dtruebell.kills=200} kills more, {@code -Dtruebell.seed=…} repeats a run's choices, {@code
 * -Dtruebell.places=sweep.*} dies at some of the places.
 */
class KillMatrixTest {
  private static final int KILLS = Integer.getInteger("truebell.kills", 20);
  private static final long SEED = Long.getLong("truebell.seed", System.nanoTime() & 0xffffff);

  /** Which places are died at; a part of them finds a fault again in less time. */
  private static final Pattern ONLY = Pattern.compile(System.getProperty("truebell.places", ".*"));

  /** A settlement, a claim … whose commit got no answer: it may or may not have happened. */
  private static final String LOST = "settle=3,claim=20,hint=9,intake=12,sweep=2,receipt=4";

  /** Where a node dies, beside every statement of a claim and of a settlement. */
  private static final List<String> PLACES =
      List.of(
          "intake.before_commit",
          "intake.after_commit",
          "claim.before_commit",
          "claim.after_commit",
          "call.entered",
          "call.answered",
          "settle.before_commit",
          "settle.after_commit",
          "sweep.statement_1",
          "sweep.statement_2",
          "sweep.before_commit",
          "sweep.after_commit",
          "hint.statement_2",
          "hint.before_commit",
          "hint.after_commit",
          "drain.before_commit",
          "drain.after_commit",
          "receipt.before_commit",
          "receipt.after_commit",
          "stopping.begun",
          "stopping.settle.before_commit",
          "stopping.settle.after_commit");

  private static final List<String> ANSWERS_LOST =
      List.of("lost the answer of settle.commit", "lost the answer of settle.no_commit");

  private static final Pattern REACHED =
      Pattern.compile("doomed: reached ((?:claim|settle)\\.statement_)([0-9]+)");

  @TempDir Path folder;

  private final Random random = new Random(SEED);

  @Test
  @Tag("SEND-1")
  @Tag("SEND-3")
  @Tag("SEND-6")
  @Tag("SEND-8")
  void whereverANodeDiesNothingIsLostAndNothingIsSentTwice() throws Exception {
    say("seed " + SEED + ", at least " + KILLS + " kills");
    try (RestartableStores stores = RestartableStores.start();
        Courier courier = new Courier();
        Fleet fleet = new Fleet(folder, courier)) {
      Launch node = launch(stores, courier);
      say("nodes are trained");
      Traffic traffic = new Traffic(fleet, SEED);

      fleet.calm(List.of(node));
      List<Customer> customers =
          Stream.of("ash", "birch", "cedar")
              .map(slug -> Traffic.customer(fleet.one().operator(), fleet.one().url().get(), slug))
              .toList();
      customers.forEach(customer -> traffic.begin(customer, 400));
      Set<String> places = statements(fleet.one());
      places.addAll(PLACES);
      places.removeIf(place -> !ONLY.matcher(place).matches());
      fleet.stopAll();

      Weather weather = new Weather(stores, fleet, customers, SEED);
      weather.begin();
      Launch losing = node.withJvm(List.of("-Ddoomed.lost=" + LOST));
      Launch worker = node.with("--truebell.role=worker");
      fleet.meet(fates(places), List.of(node, losing, worker));
      say("all fates are met");
      weather.clearUp();
      say(fleet.kills() + " kills; " + weather.happened());

      fleet.calm(List.of(losing, worker));
      weather.insist();
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> ANSWERS_LOST.stream().allMatch(words -> fleet.times(words) > 0));
      fleet.stopAll();
      say("and all weather: " + weather.happened());

      fleet.calm(List.of(node, worker));
      traffic.end();
      awaitNothingOpen(stores.postgresUrl(), customers, courier);
      fleet.stopAll();
      Files.writeString(Path.of("target", "kill-matrix.log"), fleet.logs());

      Reckoning reckoning = new Reckoning(stores.postgresUrl(), courier);
      List<String> wrongs = reckoning.wrongs(customers, traffic.facts());
      say(
          "%d facts, %d calls, %s"
              .formatted(traffic.facts().size(), courier.calls().size(), reckoning.states()));
      assertThat(wrongs).as("seed " + SEED).isEmpty();
      assertThat(fleet.troubles()).isEmpty();
      assertThat(traffic.refusals()).isEmpty();
      assertThat(weather.troubles()).isEmpty();
      assertThat(weather.happened()).containsOnlyKeys(Weather.Event.values());
      assertThat(fleet.placesMet()).containsAll(places);
      assertThat(fleet.kills()).isGreaterThanOrEqualTo(KILLS);
    }
  }

  private Launch launch(RestartableStores stores, Courier courier)
      throws IOException, InterruptedException {
    QuickStart quick = new QuickStart(folder);
    String classPath = quick.packed(Launch.testClassPath());
    return quick.trained(DoomedLaunch.of(stores, courier, folder, classPath));
  }

  /** Every statement that claims and settlements were seen to make in calm weather. */
  private static Set<String> statements(AppProcess node) {
    await()
        .atMost(Duration.ofMinutes(3))
        .until(
            () ->
                node.log().contains("reached settle.statement_")
                    && node.log().contains("reached claim.statement_")
                    && node.log().contains("reached receipt.statement_"));
    Set<String> places = new LinkedHashSet<>();
    Matcher reached = REACHED.matcher(node.log());
    while (reached.find()) {
      IntStream.rangeClosed(1, Integer.parseInt(reached.group(2)))
          .forEach(n -> places.add(reached.group(1) + n));
    }
    return places;
  }

  private List<Fate> fates(Set<String> places) {
    List<Fate> fates = new ArrayList<>();
    for (String place : places) {
      boolean often = place.startsWith("claim.") || place.startsWith("call.");
      boolean once = place.startsWith("stopping.") || place.startsWith("sweep.");
      fates.add(new Fate.AtPlace(place, 1 + (once ? 0 : random.nextInt(often ? 10 : 3))));
    }
    for (Courier.Place place : Courier.Place.values()) {
      fates.add(new Fate.InACall(place));
    }
    int more = Math.max(3, KILLS - fates.size());
    for (int i = 0; i < more; i++) {
      fates.add(new Fate.AtRandom(Duration.ofMillis(1_000 + random.nextInt(14_000))));
    }
    for (int i = 0; i < 2; i++) {
      fates.add(new Fate.InOrder());
    }
    Collections.shuffle(fates, random);
    return fates;
  }

  /** Whoever was claimed by a dead node is swept when its lease has ended. */
  private static void awaitNothingOpen(String url, List<Customer> customers, Courier courier) {
    await()
        .atMost(Duration.ofMinutes(4))
        .pollInterval(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              assertThat(open(url, customers)).as("open deliveries and hints").isEmpty();
              assertThat(courier.openReceipts()).isZero();
            });
  }

  private static List<String> open(String url, List<Customer> customers) throws SQLException {
    List<String> open = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (Customer customer : customers) {
        add(
            open,
            statement,
            "SELECT id, state, not_before, lease_until, now() FROM %s.delivery WHERE state IN ('QUEUED', 'CLAIMED')"
                .formatted(Weather.schema(customer)));
      }
      add(open, statement, "SELECT 'wake', tenant, due_at, NULL, now() FROM datastore.wake");
      add(open, statement, "SELECT 'due', tenant, due_at, NULL, now() FROM datastore.due");
    }
    return open;
  }

  private static void add(List<String> open, Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        open.add(
            String.join(" ", IntStream.rangeClosed(1, 5).mapToObj(i -> text(row, i)).toList()));
      }
    }
  }

  private static String text(ResultSet row, int column) {
    try {
      return String.valueOf(row.getString(column));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("SystemOut") // a run of minutes that can be repeated by its seed
  static void say(String what) {
    System.out.println(
        LocalTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS) + " kill matrix: " + what);
  }
}
