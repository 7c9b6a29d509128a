package io.truebell.calm.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a digest says. */
@Tag("CALM-2")
class DigestContentsTest {
  private static WindowBed bed;

  @BeforeAll
  static void open() {
    bed = new WindowBed();
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  /** The first is its carrier. */
  private static List<DeliveryId> digestOf(String person, List<String> titles) {
    bed.tick(24 * 3600);
    for (int i = 0; i < 3; i++) {
      assertThat(bed.send(Post.to(person))).isInstanceOf(Verdict.Pass.class);
    }
    List<DeliveryId> ids = new ArrayList<>();
    for (String title : titles) {
      bed.tick(1);
      ids.add(bed.post(Post.to(person).saying(title)));
    }
    assertThat(bed.claim()).hasSize(titles.size());
    return ids;
  }

  private static Map<String, Object> goesOut(DeliveryId carrier) {
    bed.tick(3600);
    assertThat(bed.claim()).containsKey(carrier);
    return Objects.requireNonNull(bed.said.get(carrier));
  }

  @Test
  void itCountsAllAndNamesTheFirstTen() {
    List<String> titles = new ArrayList<>();
    for (int i = 1; i <= 13; i++) {
      titles.add("title " + i);
    }
    DeliveryId carrier = digestOf("ann", titles).getFirst();
    Map<String, Object> said = goesOut(carrier);
    assertThat(said).containsEntry("title", "13 updates");
    assertThat(said)
        .containsEntry("text", String.join("\n", titles.subList(0, 10)) + "\nand 3 more");
    assertThat(said)
        .extractingByKey("digest", InstanceOfAssertFactories.map(String.class, Object.class))
        .containsEntry("count", 13)
        .containsEntry("more", 3)
        .extractingByKey("items", InstanceOfAssertFactories.list(Object.class))
        .hasSize(10)
        .first()
        .isEqualTo(
            Map.of(
                "title",
                "title 1",
                "type",
                "trip.changed",
                "at",
                bed.clock.instant().minusSeconds(3600 + 12).toString()));
  }

  @Test
  void itSpeaksThePersonsLanguage() {
    bed.person("zh", "Asia/Shanghai", "zh-CN");
    List<String> titles = new ArrayList<>();
    for (int i = 1; i <= 12; i++) {
      titles.add("标题" + i);
    }
    Map<String, Object> said = goesOut(digestOf("zh", titles).getFirst());
    assertThat(said).containsEntry("title", "12 条新消息");
    assertThat(String.valueOf(said.get("text"))).startsWith("标题1\n").endsWith("\n另有 2 条");
  }

  @Test
  void whoeverWasWithdrawnHasLeft() {
    List<DeliveryId> ids = digestOf("bob", List.of("one", "two", "three"));
    bed.mark(ids.get(1));
    Map<String, Object> said = goesOut(ids.getFirst());
    assertThat(said).containsEntry("title", "2 updates").containsEntry("text", "one\nthree");
  }

  @Test
  void whoeverIsLeftAloneGoesOutAsItself() {
    List<DeliveryId> ids = digestOf("cat", List.of("one", "two"));
    bed.mark(ids.get(1));
    bed.tick(3600);
    assertThat(bed.claim()).containsOnlyKeys(ids.getFirst());
    assertThat(bed.said).doesNotContainKey(ids.getFirst());
  }

  @Test
  void longAndBrokenTitlesAreOneShortLine() {
    String emoji = "😀".repeat(60);
    Map<String, Object> said =
        goesOut(
            digestOf("dan", List.of("a\r\nb\tc\u2028d  e", emoji, "x".repeat(5_000), "  "))
                .getFirst());
    List<String> lines = String.valueOf(said.get("text")).lines().toList();
    assertThat(lines)
        .containsExactly("a b c d e", "😀".repeat(39) + "…", "x".repeat(79) + "…", "trip.changed");
    assertThat(lines).allMatch(line -> line.length() <= Line.LONGEST);
  }

  @Test
  void aTitleIsCutBetweenCharacters() {
    assertThat(Line.of("x".repeat(80))).hasSize(80).doesNotEndWith("…");
    assertThat(Line.of("x".repeat(78) + "😀y")).isEqualTo("x".repeat(78) + "…");
    assertThat(Line.of("x".repeat(77) + "😀yz")).isEqualTo("x".repeat(77) + "😀…");
  }
}
