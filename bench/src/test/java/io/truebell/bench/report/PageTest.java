package io.truebell.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  private static final List<String> ORDER = List.of("dispatch", "wake");

  @TempDir Path root;

  @Test
  void aNewResultTakesThePlaceOfAnOlderOneAndLeavesTheOthers() throws IOException {
    Files.createDirectories(root.resolve("docs"));
    put("wake", "woke in 9 ms");
    put("dispatch", "1,000 msg/s");
    put("dispatch", "2,000 msg/s");

    String page = Files.readString(root.resolve("docs/benchmarks.md"));
    assertThat(page).containsSubsequence("## dispatch", "2,000 msg/s", "## wake", "woke in 9 ms");
    assertThat(page).doesNotContain("1,000 msg/s");
  }

  @Test
  void whatPeopleFoundOutStandsUnderItsScenario() throws IOException {
    Files.createDirectories(root.resolve("docs"));
    Files.createDirectories(root.resolve("bench"));
    Files.writeString(
        root.resolve("bench/notes.md"), "# Notes\n\n## wake\n\nThe bell.\n\n## dispatch\n\nSQL.\n");
    put("wake", "woke in 9 ms");

    String page = Files.readString(root.resolve("docs/benchmarks.md"));
    assertThat(page).contains("**Why.** The bell.").doesNotContain("SQL.");
  }

  @Test
  void aTargetSaysByHowMuchItIsMissed() {
    assertThat(Target.DISPATCH_TO_FLOOR.row(0.25)).contains("missed", "factor of 2");
    assertThat(Target.DISPATCH_TO_FLOOR.row(0.6)).endsWith("| met |");
    assertThat(Target.WAKE_P99.row(10)).endsWith("| moonshot met |");
    assertThat(Target.WAKE_P99.row(Double.NaN)).endsWith("| not measured |");
  }

  private void put(String name, String result) {
    Section section = new Section(name);
    section.say(result);
    Page.put(root, ORDER, section, "*a machine*");
  }
}
