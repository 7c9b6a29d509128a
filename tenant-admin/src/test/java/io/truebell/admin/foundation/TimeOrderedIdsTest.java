package io.truebell.admin.foundation;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.testkit.TestClock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimeOrderedIdsTest {
  private final TestClock clock = TestClock.atEight();
  private final TimeOrderedIds ids = new TimeOrderedIds(clock);

  @Test
  void carriesVersionSevenTheVariantAndTheTime() {
    UUID id = ids.next();

    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(clock.millis());
  }

  @Test
  void growsWithinOneMillisecondAndBeyondItsCounter() {
    List<String> made = IntStream.range(0, 10_000).mapToObj(i -> ids.next().toString()).toList();

    assertThat(made).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void isUniqueWhenManyThreadsAskAtOnce() throws Exception {
    List<UUID> made = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<List<UUID>>> parts =
          IntStream.range(0, 4)
              .mapToObj(
                  t ->
                      threads.submit(
                          () -> IntStream.range(0, 2_000).mapToObj(i -> ids.next()).toList()))
              .toList();
      for (Future<List<UUID>> part : parts) {
        made.addAll(part.get());
      }
    }
    assertThat(made).hasSize(8_000).doesNotHaveDuplicates();
  }
}
