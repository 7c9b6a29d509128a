package io.truebell.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.FullStack;
import io.truebell.NodeProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;

/**
 * The journeys of {@code ui/web/journeys}: a Chromium walks through the pages of the real
 * application, in English and in Chinese.
 */
class JourneysTest extends FullStack {
  private static final Path JOURNEYS = Path.of("..", "ui", "web", "journeys");
  private static final String SUFFIX = ".journey.ts";

  @Autowired private Environment environment;

  static List<String> journeys() throws IOException {
    try (Stream<Path> files = Files.list(JOURNEYS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(SUFFIX))
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("journeys")
  @Tag("TRUTH-1")
  @Tag("TRUTH-4")
  void aVisitorFindsTheWayThroughThePages(String journey) throws Exception {
    Path web = NodeProgram.installed("web");
    String said =
        NodeProgram.run(
            web,
            Map.of(
                "TRUEBELL_URL",
                "http://127.0.0.1:" + environment.getRequiredProperty("local.server.port"),
                "TRUEBELL_PAGES_KEY",
                newTenant().key(),
                "CHROMIUM",
                NodeProgram.chromium()),
            "npm",
            "run",
            "-s",
            "journeys",
            journey + SUFFIX);

    assertThat(said).contains("(en)").contains("(zh)");
  }

  @Test
  void everyPageHasAJourney() throws IOException {
    assertThat(journeys())
        .contains("session", "overview", "messages", "why", "compose", "channels", "recipients");
  }
}
