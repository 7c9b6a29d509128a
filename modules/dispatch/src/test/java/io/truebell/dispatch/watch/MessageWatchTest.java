package io.truebell.dispatch.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.Tenants;
import io.truebell.dispatch.Spine;
import io.truebell.dispatch.intake.TestIntake.Post;
import io.truebell.dispatch.watch.WatchStream.News;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Pages are told what moved: everything after their beginning, of their own tenant alone. */
class MessageWatchTest {
  private static final Duration NEVER = Duration.ofDays(1);

  private Spine spine;
  private MessageWatch watch;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
    watch = watch(new WatchSettings(NEVER, NEVER, Duration.ofMinutes(5), 3));
  }

  @AfterEach
  void close() {
    watch.stop();
    spine.close();
  }

  private MessageWatch watch(WatchSettings settings) {
    MessageWatch made =
        new MessageWatch(
            new MovedRows(spine.jdbc), spine.bean(Tenants.class), settings, spine.clock);
    made.start();
    return made;
  }

  private UUID post(String name) {
    return spine.within(() -> spine.intake().post(Post.to(name))).messages().getFirst();
  }

  private static News news(WatchStream stream) {
    try {
      return stream.next(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static News moved(UUID... messages) {
    return new News.Moved(List.of(messages), false);
  }

  @Test
  void acceptingAndEachMoveIsToldOnce() {
    spine.reachable("ann", "a");
    UUID before = post("ann");
    WatchStream stream = watch.open(spine.tenant);
    watch.lookAtAll();
    assertThat(news(stream)).as("it was there before").isEqualTo(new News.Quiet());

    UUID message = post("ann");
    watch.lookAtAll();
    assertThat(news(stream)).isEqualTo(moved(message));
    watch.lookAtAll();
    assertThat(news(stream)).isEqualTo(new News.Quiet());

    spine.run();
    watch.lookAtAll();
    assertThat(news(stream))
        .isInstanceOfSatisfying(
            News.Moved.class,
            told -> assertThat(told.messages()).containsExactlyInAnyOrder(before, message));
  }

  @Test
  void whatCommitsLateWithAnOlderTimeIsToldAllTheSame() {
    spine.recipient("ann");
    WatchStream stream = watch.open(spine.tenant);
    UUID message =
        spine.within(
            () ->
                spine
                    .bean(TransactionTemplate.class)
                    .execute(
                        transaction -> {
                          UUID made = post("ann");
                          spine.clock.tick(Duration.ofSeconds(8));
                          CompletableFuture.runAsync(watch::lookAtAll).join();
                          return made;
                        }));
    assertThat(news(stream)).isEqualTo(new News.Quiet());

    spine.clock.tick(Duration.ofSeconds(1));
    watch.lookAtAll();

    assertThat(news(stream)).isEqualTo(moved(message));
    spine.clock.tick(Duration.ofSeconds(1));
    watch.lookAtAll();
    assertThat(news(stream)).as("told once").isEqualTo(new News.Quiet());
  }

  @Test
  void afterALongPauseNothingInBetweenIsMissed() {
    spine.recipient("ann");
    WatchStream stream = watch.open(spine.tenant);
    UUID message = post("ann");
    spine.clock.tick(Duration.ofMinutes(3));
    watch.lookAtAll();
    assertThat(news(stream)).isEqualTo(moved(message));
  }

  @Test
  void ofManyAHundredAreNamedAndTheOthersAreMentioned() {
    WatchStream slow = watch.open(spine.tenant);
    String[] crowd = spine.crowd(150).toArray(String[]::new);
    spine.within(() -> spine.intake().post(Post.to(crowd)));
    watch.lookAtAll();
    watch.lookAtAll();

    assertThat(news(slow))
        .isInstanceOfSatisfying(
            News.Moved.class,
            told -> {
              assertThat(told.messages()).hasSize(WatchStream.MOST).doesNotHaveDuplicates();
              assertThat(told.more()).isTrue();
            });
    assertThat(news(slow)).isEqualTo(new News.Quiet());
  }

  @Test
  @Tag("WALL-1")
  void nobodyIsToldOfAnotherTenantsMessages() {
    Tenant other = spine.anotherTenant("other", 1);
    spine.recipient("ann");
    spine.as(other, () -> spine.recipient("ann"));
    WatchStream ours = watch.open(spine.tenant);
    WatchStream theirs = watch.open(other);

    UUID message = spine.as(other, () -> post("ann"));
    watch.lookAtAll();

    assertThat(news(ours)).isEqualTo(new News.Quiet());
    assertThat(news(theirs)).isEqualTo(moved(message));
  }

  @Test
  @Tag("WALL-4")
  void aTenantIsLookedAtOnlyWhileSomebodyWatches() {
    assertThat(watch.watched()).isEmpty();
    WatchStream one = watch.open(spine.tenant);
    WatchStream two = watch.open(spine.tenant);
    assertThat(watch.watched()).containsExactly(spine.tenant.id());
    watch.close(one);
    assertThat(watch.watched()).containsExactly(spine.tenant.id());
    watch.close(two);
    assertThat(watch.watched()).isEmpty();
  }

  @Test
  void aTenantHasOnlySoManyStreams() {
    List<WatchStream> all =
        List.of(watch.open(spine.tenant), watch.open(spine.tenant), watch.open(spine.tenant));
    assertThatThrownBy(() -> watch.open(spine.tenant))
        .isInstanceOfSatisfying(
            ApiProblem.class, problem -> assertThat(problem.status()).isEqualTo(429));
    watch.close(all.getFirst());
    assertThat(news(watch.open(spine.tenant))).isEqualTo(new News.Quiet());
  }

  @Test
  void stoppingEndsEveryStreamAndBeginsNoOther() {
    WatchStream stream = watch.open(spine.tenant);
    watch.stop();
    assertThat(news(stream)).isEqualTo(new News.Ended());
    assertThat(news(watch.open(spine.tenant))).isEqualTo(new News.Ended());
  }

  @Test
  @Tag("WALL-1")
  void theStreamsOfATenantThatIsNotActiveAnyMoreEnd() throws InterruptedException {
    Duration soon = Duration.ofMillis(5);
    Tenant gone = new Tenant(spine.tenant.id(), "gone", spine.tenant.schema(), true);
    Spine other = Spine.open();
    try {
      // knows another tenant alone, as if ours were suspended
      MessageWatch strict =
          new MessageWatch(
              new MovedRows(spine.jdbc),
              other.bean(Tenants.class),
              new WatchSettings(soon, Duration.ofNanos(1), NEVER, 3),
              Clock.systemUTC());
      strict.start();
      WatchStream stream = strict.open(gone);
      assertThat(stream.next(Duration.ofMinutes(1))).isEqualTo(new News.Ended());
      strict.close(stream);
    } finally {
      other.close();
    }
  }

  @Test
  void aStreamBeginsWithReadyBeatsWhenItIsQuietAndEndsInTime() throws Exception {
    WatchSettings settings =
        new WatchSettings(NEVER, Duration.ofMillis(1), Duration.ofMinutes(3), 1);
    MessageWatchController controller =
        new MessageWatchController(watch, settings, JsonMapper.builder().build(), spine.clock);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    WatchStream stream = new WatchStream(spine.tenant.id());
    UUID message = new UUID(1, 2);
    stream.tell(List.of(message), false);

    controller.tell(
        stream,
        new OutputStream() {
          @Override
          public void write(int b) {
            written.write(b);
          }

          @Override
          public void flush() {
            spine.clock.tick(Duration.ofMinutes(1));
          }
        });

    assertThat(written.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "event: ready\ndata: {}\n\n"
                + "event: moved\ndata: {\"messages\":[\""
                + message
                + "\"],\"more\":false}\n\n"
                + ":\n\n");
  }

  @Test
  void aLookReadsOnlyWhatIsYoung() {
    spine.reachable("ann", "a");
    post("ann");
    spine
        .shared
        .sql(
            """
            SET search_path = %1$s;
            INSERT INTO trace SELECT gen_random_uuid(), t.seq, t.at - i * interval '1 second', t.from_state, t.to_state,
              t.cause, t.reason, t.numbers, t.source, t.policy, t.policy_version, t.attempt, t.actor
            FROM trace t, generate_series(1, 30000) i;
            ANALYZE trace;
            RESET search_path;
            """
                .formatted(spine.tenant.schema()))
        .update();
    String look =
        "EXPLAIN "
            + MovedRows.MOVED.replace(":since", "'2026-11-30 07:59:50Z'").replace(":most", "2001");
    String plan =
        String.join("\n", spine.within(() -> spine.jdbc.sql(look).query(String.class).list()));
    assertThat(plan)
        .contains("Index Scan Backward using trace_at", "delivery_pkey")
        .doesNotContain("Seq Scan", "Sort");
  }
}
