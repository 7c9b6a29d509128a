package io.truebell.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.truebell.core.rest.ApiProblem;
import io.truebell.dispatch.explain.FanOutView;
import io.truebell.dispatch.explain.FanOutView.LineProblem;
import io.truebell.dispatch.explain.Sentences;
import io.truebell.dispatch.explain.TestExplain;
import io.truebell.dispatch.fanout.TestFanOut;
import io.truebell.testkit.Behaviour;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A notification whose recipients come as a stream; here a chunk is ten lines. */
class FanOutTest {
  private Spine spine;
  private TestFanOut fanOut;

  @BeforeEach
  void open() {
    spine = Spine.open();
    spine.account("main");
    spine.provider.always(Behaviour.answer(200, "ok"));
    fanOut = spine.bean(TestFanOut.class);
  }

  @AfterEach
  void close() {
    spine.close();
  }

  private UUID begin(String key) {
    return spine.within(() -> fanOut.begin(key, false));
  }

  private FanOutView put(UUID id, long offset, List<String> people) {
    return spine.within(() -> fanOut.put(id, offset, lines(people)));
  }

  private static String lines(List<String> people) {
    return String.join("\n", people) + "\n";
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private void refused(Callable<?> work, int status, String code) {
    assertThatThrownBy(work::call)
        .isInstanceOfSatisfying(
            ApiProblem.class,
            problem -> {
              assertThat(problem.status()).isEqualTo(status);
              assertThat(
                      problem.fields().isEmpty()
                          ? problem.code()
                          : problem.fields().getFirst().code())
                  .isEqualTo(code);
            });
  }

  /** Runs when it is read. */
  private static InputStream then(Runnable work) {
    return new Ending(
        () -> {
          work.run();
          return -1;
        });
  }

  private static InputStream breaks() {
    return new Ending(
        () -> {
          throw new IOException("connection reset");
        });
  }

  /** What happens where the bytes before it end. */
  private interface End {
    int read() throws IOException;
  }

  private static final class Ending extends InputStream {
    private final End end;

    Ending(End end) {
      this.end = end;
    }

    @Override
    public int read() throws IOException {
      return end.read();
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      return end.read();
    }
  }

  private static InputStream joined(InputStream... parts) {
    return new SequenceInputStream(Collections.enumeration(List.of(parts)));
  }

  @Test
  @Tag("FACT-1")
  void theFirstAreSentWhileTheLastStillComeIn() {
    List<String> people = spine.crowd(25);
    UUID id = begin("k");
    List<Integer> sentMeanwhile = new ArrayList<>();

    FanOutView done =
        spine.within(
            () ->
                fanOut.put(
                    id,
                    0,
                    joined(
                        bytes(lines(people.subList(0, 20))),
                        // the first chunk is true by now, the second one waits for its end
                        then(
                            () -> {
                              spine.run();
                              sentMeanwhile.add(spine.provider.received().size());
                            }),
                        bytes(lines(people.subList(20, 25))))));
    spine.run();

    assertThat(sentMeanwhile).containsExactly(20);
    assertThat(done.accepted()).isEqualTo(25);
    assertThat(done.offset()).isEqualTo(25);
    assertThat(spine.states()).containsExactlyEntriesOf(java.util.Map.of("ACCEPTED", 25L));
  }

  @Test
  @Tag("FACT-4")
  void theSameLinesAgainChangeNothing() {
    List<String> people = spine.crowd(25);
    UUID id = begin("k");
    FanOutView first = put(id, 0, people);
    spine.run();

    assertThat(begin("k")).isEqualTo(id);
    FanOutView again = put(id, 0, people);
    FanOutView middle = put(id, 10, people.subList(10, 20));
    spine.run();

    assertThat(again).usingRecursiveComparison().isEqualTo(first);
    assertThat(middle).usingRecursiveComparison().isEqualTo(first);
    assertThat(spine.count("message")).isEqualTo(25);
    assertThat(spine.provider.received()).hasSize(25);
  }

  @Test
  @Tag("FACT-4")
  void theKeyIsForTheFactAlone() {
    begin("k");
    refused(
        () -> spine.within(() -> fanOut.begin("k", false, "Other")), 409, "idempotency_key_reused");
    refused(() -> spine.within(() -> fanOut.begin("k", true)), 409, "idempotency_key_reused");
  }

  @Test
  void aBrokenStreamGoesOnAtTheOffsetThatIsTold() {
    List<String> people = spine.crowd(60);
    UUID id = begin("k");

    refused(
        () ->
            spine.within(
                () -> fanOut.put(id, 0, joined(bytes(lines(people.subList(0, 37))), breaks()))),
        400,
        "stream_broken");
    int offset = (int) spine.within(() -> fanOut.progress(id)).offset();
    assertThat(offset).isEqualTo(30);
    assertThat(spine.count("message")).isEqualTo(30);

    FanOutView done = put(id, offset, people.subList(offset, 60));
    spine.run();

    assertThat(done.accepted()).isEqualTo(60);
    assertThat(done.duplicates()).isZero();
    assertThat(spine.provider.received()).hasSize(60);
  }

  @Test
  @Tag("FACT-1")
  void aFailureWithinAChunkLeavesNothingOfIt() {
    List<String> people = spine.crowd(15);
    UUID id = begin("k");
    put(id, 0, people.subList(0, 10));
    spine.shared.sql("ALTER TABLE datastore.wake RENAME TO gone").update();

    assertThatThrownBy(() -> put(id, 10, people.subList(10, 15)))
        .isInstanceOf(RuntimeException.class);

    assertThat(spine.count("message")).isEqualTo(10);
    assertThat(spine.count("trace")).isEqualTo(10);
    assertThat(spine.within(() -> fanOut.progress(id)).offset()).isEqualTo(10);
    spine.shared.sql("ALTER TABLE datastore.gone RENAME TO wake").update();
    assertThat(put(id, 10, people.subList(10, 15)).accepted()).isEqualTo(15);
  }

  @Test
  void wrongLinesAreListedByNumberAndTheRestGoesOn() {
    spine.crowd(3);
    UUID id = begin("k");
    String body =
        "\uFEFFp1\r\n\n\"p2\"\nghost\n{\"recipient\":\"p3\"}\n{\"recipient\":\n"
            + "x".repeat(100_000)
            + "\np1\n{\"recipient\":null}\n\u0007\n"
            + "y".repeat(200);

    FanOutView view = spine.within(() -> fanOut.put(id, 0, body));

    assertThat(view.accepted()).isEqualTo(3);
    assertThat(view.duplicates()).isEqualTo(1);
    assertThat(view.offset()).isEqualTo(11);
    assertThat(view.problems()).isEqualTo(6);
    assertThat(view.firstProblems())
        .containsExactly(
            new LineProblem(4, "ghost", "unknown_recipient"),
            new LineProblem(6, "", "malformed_line"),
            new LineProblem(7, "", "line_too_long"),
            new LineProblem(9, "", "required"),
            new LineProblem(10, "", "control_character"),
            new LineProblem(11, "", "too_long"));
  }

  @Test
  void bytesThatAreNoUtf8AreAWrongLine() {
    spine.crowd(1);
    UUID id = begin("k");
    byte[] body = {'p', '1', '\n', (byte) 0xC3, '(', '\n'};
    FanOutView view = spine.within(() -> fanOut.put(id, 0, new ByteArrayInputStream(body)));
    assertThat(view.accepted()).isEqualTo(1);
    assertThat(view.firstProblems()).containsExactly(new LineProblem(2, "", "not_utf8"));
  }

  @Test
  void strictlyOneWrongLineRefusesItsChunkAndKeepsThoseBefore() {
    List<String> people = new ArrayList<>(spine.crowd(20));
    people.add(15, "ghost");
    UUID id = begin("k");

    refused(
        () -> spine.within(() -> fanOut.putStrictly(id, lines(people))), 422, "unknown_recipient");

    FanOutView view = spine.within(() -> fanOut.progress(id));
    assertThat(view.offset()).isEqualTo(10);
    assertThat(view.problems()).isZero();
    assertThat(spine.count("message")).isEqualTo(10);
  }

  @Test
  void somebodyWhoIsKnownOnlyNowGetsItWhenTheListIsSentAgain() {
    List<String> people = new ArrayList<>(spine.crowd(3));
    people.add(1, "late");
    UUID id = begin("k");
    assertThat(put(id, 0, people).problems()).isEqualTo(1);
    spine.reachable("late", "l1");

    FanOutView again = put(id, 0, people);
    spine.run();

    assertThat(again.problems()).isZero();
    assertThat(again.firstProblems()).isEmpty();
    assertThat(again.accepted()).isEqualTo(4);
    assertThat(spine.stateOf("late")).isEqualTo("ACCEPTED");
  }

  @Test
  void aGapAndAClosedListAreRefused() {
    List<String> people = spine.crowd(5);
    UUID id = begin("k");
    put(id, 0, people.subList(0, 3));
    refused(() -> put(id, 4, people.subList(4, 5)), 409, "lines_missing");

    assertThat(spine.within(() -> fanOut.complete(id)).state()).isEqualTo("complete");
    refused(() -> put(id, 3, people.subList(3, 5)), 409, "recipients_complete");
    assertThat(put(id, 0, people.subList(0, 3)).accepted()).isEqualTo(3);
    assertThat(spine.within(() -> fanOut.complete(id)).state()).isEqualTo("complete");

    UUID ordinary =
        spine.within(
            () -> spine.intake().post(io.truebell.dispatch.intake.TestIntake.Post.to("p1")).id());
    refused(() -> put(ordinary, 0, people), 409, "recipients_complete");
    refused(() -> put(new UUID(1, 1), 0, people), 404, "not_found");
  }

  @Test
  void whatIsHeldIsSentOnlyWhenTheListIsComplete() {
    List<String> people = spine.crowd(25);
    UUID id = spine.within(() -> fanOut.begin("k", true));
    put(id, 0, people);
    spine.clock.tick(java.time.Duration.ofDays(1));
    spine.run();
    assertThat(spine.provider.received()).isEmpty();

    FanOutView done = spine.within(() -> fanOut.complete(id));
    spine.run();

    assertThat(done.state()).isEqualTo("complete");
    assertThat(spine.provider.received()).hasSize(25);
    assertThat(spine.story("p7"))
        .startsWith("->QUEUED planned_held", "QUEUED>QUEUED recipients_complete");
    spine.within(
        () -> {
          new TestExplain(spine.bean(Sentences.class)).assertEverySentenceIsWhole(spine.jdbc);
          return true;
        });
  }

  @Test
  void aReleaseThatBrokeOffGoesOn() {
    List<String> people = spine.crowd(5);
    UUID id = spine.within(() -> fanOut.begin("k", true));
    put(id, 0, people);
    spine.shared.sql("ALTER TABLE datastore.wake RENAME TO gone").update();
    assertThatThrownBy(() -> spine.within(() -> fanOut.complete(id)))
        .isInstanceOf(RuntimeException.class);
    assertThat(spine.within(() -> fanOut.progress(id)).state()).isEqualTo("releasing");
    spine.shared.sql("ALTER TABLE datastore.gone RENAME TO wake").update();

    assertThat(spine.within(() -> fanOut.complete(id)).state()).isEqualTo("complete");
    spine.run();

    assertThat(spine.provider.received()).hasSize(5);
  }

  @Test
  void aNotificationThatIsWithdrawnTakesNoMoreRecipients() {
    List<String> people = spine.crowd(20);
    UUID id = begin("k");
    put(id, 0, people.subList(0, 10));

    assertThat(spine.<Integer>within(() -> spine.intake().withdraw(id))).isEqualTo(10);
    refused(() -> put(id, 10, people.subList(10, 20)), 409, "notification_cancelled");
    refused(() -> spine.within(() -> fanOut.complete(id)), 409, "notification_cancelled");
    spine.run();

    assertThat(spine.provider.received()).isEmpty();
    assertThat(spine.states()).containsExactlyEntriesOf(java.util.Map.of("CANCELLED", 10L));
    assertThat(spine.count("message")).isEqualTo(10);
  }

  @Test
  @Tag("FACT-4")
  void parallelStreamsOfOneListMakeOneMessageForEach() throws Exception {
    List<String> people = spine.crowd(60);
    UUID id = begin("k");
    List<Future<FanOutView>> streams = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 5; i++) {
        streams.add(threads.submit(() -> put(id, 0, people)));
      }
    }
    for (Future<FanOutView> stream : streams) {
      assertThat(stream.get().accepted()).isEqualTo(60);
    }
    spine.run();
    assertThat(spine.count("message")).isEqualTo(60);
    assertThat(spine.provider.received()).hasSize(60);
  }

  @Test
  @Tag("FACT-4")
  void oneRequestHoldsFactAndRecipientsAndCanBeSentAgain() {
    List<String> people = spine.crowd(25);
    String fact =
        "{\"type\":\"term.begins\",\"category\":\"marketing\",\"payload\":{\"title\":\"Hi\"},"
            + "\"idempotencyKey\":\"whole\"}\n";

    FanOutView first = spine.within(() -> fanOut.whole(fact + lines(people)));
    FanOutView again = spine.within(() -> fanOut.whole(fact + lines(people)));
    spine.run();

    assertThat(first.state()).isEqualTo("complete");
    assertThat(again).usingRecursiveComparison().isEqualTo(first);
    assertThat(spine.provider.received()).hasSize(25);
    refused(
        () -> spine.within(() -> fanOut.whole(fact.replace(",\"idempotencyKey\":\"whole\"", ""))),
        422,
        "required");
  }

  @Test
  void aFileThatIsTheWrongOneIsRefusedBeforeItFillsTheDatabase() {
    UUID id = begin("k");
    List<String> ghosts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ghosts.add("ghost" + i);
    }
    refused(() -> put(id, 0, ghosts), 422, "too_many_problems");
    FanOutView view = spine.within(() -> fanOut.progress(id));
    assertThat(view.problems()).isEqualTo(50);
    assertThat(view.offset()).isEqualTo(50);
  }
}
