package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.calm.policy.CalmPolicy;
import io.truebell.calm.policy.CalmPolicy.TypeRules;
import io.truebell.calm.policy.CalmPolicy.Window;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever happens in whatever order, windows and digests are as the rules say. */
@Tag("CALM-2")
class RandomStoriesTest {
  private static final long SEED = Long.getLong("truebell.seed", 20261130);
  private static final int BEDS = 3;
  private static final int STORIES_OF_EACH = 340;

  private static final CalmPolicy POLICY =
      new CalmPolicy(
          2,
          new Window(Model.MOST, Model.LENGTH),
          Map.of(),
          null,
          Map.of(),
          Map.of("chat", new TypeRules(new Window(Model.CHAT_MOST, Model.CHAT_LENGTH))));

  // every merged delivery is in one digest, the one that it names
  private static final String ASTRAY =
      """
      SELECT count(*) FROM delivery d
      LEFT JOIN calm_member m ON m.delivery_id = d.id AND m.digest_id = d.digest_id
      WHERE (d.state = 'MERGED') <> (m.delivery_id IS NOT NULL)
      """;

  @Test
  void aThousandRandomStoriesEndAsTheRulesSay() throws Exception {
    List<Callable<Integer>> beds = new ArrayList<>();
    for (int i = 0; i < BEDS; i++) {
      Random random = new Random(SEED + i);
      beds.add(() -> stories(random));
    }
    int digests = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Integer> one : threads.invokeAll(beds)) {
        digests += one.get();
      }
    }
    assertThat(BEDS * STORIES_OF_EACH).isGreaterThanOrEqualTo(1_000);
    assertThat(digests).as("the stories have digests").isGreaterThan(500);
  }

  private static int stories(Random random) {
    try (WindowBed bed = new WindowBed()) {
      bed.policy = POLICY;
      int digests = 0;
      for (int i = 0; i < STORIES_OF_EACH; i++) {
        digests += new Story(bed, "person-" + i, random).play();
      }
      assertThat(bed.count(ASTRAY)).isZero();
      assertThat(bed.count("SELECT count(*) FROM calm_digest WHERE state = 'open'")).isZero();
      return digests;
    }
  }
}
