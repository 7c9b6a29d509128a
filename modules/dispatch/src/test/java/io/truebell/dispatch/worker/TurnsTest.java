package io.truebell.dispatch.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.Tenants;
import io.truebell.dispatch.Spine;
import io.truebell.dispatch.due.DueTenants;
import io.truebell.dispatch.due.WakeBell;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.path.DeliveryPath;
import io.truebell.dispatch.path.DispatchSettings;
import io.truebell.testkit.Behaviour;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many tenants on one node. */
class TurnsTest {
  private Spine spine;

  @BeforeEach
  void open() {
    spine =
        Spine.open(
            new DispatchSettings(
                Duration.ofMinutes(5),
                10,
                60,
                60,
                Duration.ofMillis(50),
                2,
                Duration.ofMillis(5),
                Duration.ofSeconds(20),
                false,
                DispatchSettings.LONGEST_TIMEOUT));
    spine.account("main");
  }

  @AfterEach
  void close() {
    spine.provider.release();
    spine.close();
  }

  private Worker started() {
    Worker worker =
        new Worker(
            spine.bean(DeliveryPath.class),
            spine.bean(DueTenants.class),
            spine.bean(Tenants.class),
            spine.bean(WakeBell.class),
            spine.bean(DispatchSettings.class),
            spine.clock);
    worker.start();
    return worker;
  }

  private void post(Tenant tenant, String... people) {
    spine.as(tenant, () -> spine.within(() -> spine.intake().post(Post.to(people))));
  }

  private void hangFor(String... addresses) {
    spine.provider.always(
        new Behaviour.Decide(
            request ->
                List.of(addresses).contains(request.header("X-Address").orElseThrow())
                    ? new Behaviour.Hang()
                    : Behaviour.answer(200, "ok")));
  }

  @Test
  @Tag("WALL-3")
  @Tag("FACT-2")
  void tenantsWhoseProvidersHangLeaveTheOthersTheirPlaces() throws InterruptedException {
    hangFor("hangs"); // longer than this test takes on a slow machine: none of them times out
    Tenant quiet = spine.anotherTenant("quiet", 1);
    spine.as(quiet, () -> spine.reachable("ann", "fine"));
    for (int i = 1; i <= 3; i++) {
      Tenant stuck = spine.anotherTenant("stuck" + i, 1);
      String[] people =
          spine.as(
              stuck,
              () -> {
                List<String> names = spine.crowd(0);
                spine.waitLong();
                for (int p = 0; p < 80; p++) {
                  names.add("s" + p);
                  spine.reachable("s" + p, "hangs");
                }
                return names.toArray(String[]::new);
              });
      post(stuck, people);
    }
    Worker worker = started();
    spine.provider.awaitRequests(30);
    post(quiet, "ann");
    spine.bean(WakeBell.class).ring();
    awaitState(quiet, "ann", "ACCEPTED");

    long hanging = spine.provider.received().size() - 1L;
    assertThat(hanging).isLessThan(60);
    spine.provider.release();
    worker.stop();
  }

  @Test
  @Tag("WALL-3")
  void aFullAccountsBacklogDoesNotStandBeforeAnotherAccountOfTheSameTenant()
      throws InterruptedException {
    hangFor("hangs");
    spine.within(() -> spine.jdbc.sql("UPDATE channel_account SET name = 'slow'").update());
    String[] people = new String[70];
    for (int i = 0; i < people.length; i++) {
      people[i] = "h" + i;
      spine.reachable(people[i], "hangs");
    }
    post(spine.tenant, people);
    spine.visit();
    spine.provider.awaitRequests(20);
    UUID second = spine.account("second");
    UUID ann = spine.recipient("ann");
    UUID endpoint = spine.endpoint(ann, "fine");
    spine.within(
        () ->
            spine
                .jdbc
                .sql("UPDATE endpoint SET account_id = :a WHERE id = :e")
                .param("a", second)
                .param("e", endpoint)
                .update());
    post(spine.tenant, "ann");
    spine.visit();
    Worker worker = started();
    awaitState(spine.tenant, "ann", "ACCEPTED");
    spine.provider.release();
    worker.stop();
  }

  @Test
  @Tag("WALL-3")
  void aLargerShareIsALargerPartOfEachRound() {
    spine.provider.always(Behaviour.answer(200, "ok"));
    Tenant large = spine.anotherTenant("large", 2);
    Map<Tenant, Integer> claimed = new HashMap<>();
    for (Tenant tenant : List.of(spine.tenant, large)) {
      String[] people = spine.as(tenant, () -> spine.crowd(70)).toArray(String[]::new);
      post(tenant, people);
      spine.bean(DueTenants.class).drain();
      claimed.put(tenant, spine.bean(DeliveryPath.class).visit(tenant).claimed());
      spine.settle();
    }
    assertThat(claimed).containsEntry(spine.tenant, 10).containsEntry(large, 20);
  }

  @Test
  @Tag("WALL-4")
  void tenantsWithNothingDueAreNotLookedAt() throws InterruptedException {
    spine.provider.always(Behaviour.answer(200, "ok"));
    List<Tenant> idle = List.of(spine.anotherTenant("i1", 1), spine.anotherTenant("i2", 1));
    spine.reachable("ann", "a");
    Map<String, Long> before = scans(idle);
    Worker worker = started();
    for (int i = 0; i < 20; i++) {
      post(spine.tenant, "ann");
      spine.bean(WakeBell.class).ring();
      spine.provider.awaitRequests(1);
    }
    worker.stop();

    assertThat(scans(List.of(spine.tenant)).values()).anyMatch(n -> n > 20);
    assertThat(scans(idle)).isEqualTo(before);
  }

  /** Scans of each table of these tenants so far, by whatever access. */
  private Map<String, Long> scans(List<Tenant> tenants) {
    // a backend reports what it has counted when it ends
    Long others;
    do {
      spine.lane.getHikariPoolMXBean().softEvictConnections();
      spine.pool.getHikariPoolMXBean().softEvictConnections();
      spine.sharedPool.getHikariPoolMXBean().softEvictConnections();
      others =
          spine
              .shared
              .sql(
                  """
                  SELECT count(*) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND backend_type = 'client backend'
                  """)
              .query(Long.class)
              .single();
    } while (others > 0);
    Map<String, Long> found = new TreeMap<>();
    spine
        .shared
        .sql(
            """
            SELECT schemaname || '.' || relname AS name, coalesce(seq_scan, 0) + coalesce(idx_scan, 0) AS scans
            FROM pg_stat_user_tables WHERE schemaname = ANY (:schemas)
            """)
        .param("schemas", tenants.stream().map(Tenant::schema).toArray(String[]::new))
        .query(
            row -> {
              found.put(row.getString("name"), row.getLong("scans"));
            });
    return found;
  }

  private void awaitState(Tenant tenant, String recipient, String state) {
    long until = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (!spine.as(tenant, () -> spine.stateOf(recipient)).equals(state)) {
      assertThat(System.nanoTime()).as("waiting for " + state).isLessThan(until);
      Thread.onSpinWait();
    }
  }
}
