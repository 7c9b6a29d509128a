package io.truebell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentsTest {
  private static final Pattern LINK = Pattern.compile("\\]\\((?!https?:|#)([^)#]+)(#[^)]*)?\\)");
  private static final int LONGEST_RECORD = 25;
  private static final int LONGEST_GUIDE = 80;

  @Test
  void everyDecisionRecordIsShortNumberedAndListed() throws IOException {
    Path folder = GeneratedDocument.root().resolve("docs/adr");
    String list = Files.readString(folder.resolve("README.md"));
    List<Path> records =
        markdown(folder).stream().filter(f -> !name(f).equals("README.md")).toList();

    assertThat(records).hasSizeGreaterThanOrEqualTo(10);
    for (int i = 0; i < records.size(); i++) {
      String number = "%04d".formatted(i + 1);
      List<String> lines = Files.readAllLines(records.get(i));
      assertThat(name(records.get(i))).startsWith(number + "-");
      assertThat(lines.getFirst()).startsWith("# " + number + " ");
      assertThat(lines).as(name(records.get(i))).hasSizeLessThanOrEqualTo(LONGEST_RECORD);
      assertThat(list).contains("(" + name(records.get(i)) + ")");
    }
  }

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    Path root = GeneratedDocument.root();
    int followed = 0;
    for (Path page : pages(root)) {
      for (MatchResult link : LINK.matcher(Files.readString(page)).results().toList()) {
        assertThat(page.resolveSibling(link.group(1))).as("link in %s", page).exists();
        followed++;
      }
    }
    assertThat(followed).isPositive();
  }

  @Test
  void theGuideForContributorsIsShortAndEndsWithWhatIsEasyToGetWrong() throws IOException {
    List<String> lines = Files.readAllLines(GeneratedDocument.root().resolve("AGENTS.md"));

    assertThat(lines).hasSizeLessThanOrEqualTo(LONGEST_GUIDE);
    assertThat(lines.stream().filter(line -> line.startsWith("## ")).toList().getLast())
        .isEqualTo("## Easy to get wrong");
  }

  @Test
  void theLicenceIsApache() throws IOException {
    assertThat(GeneratedDocument.root().resolve("LICENSE"))
        .content()
        .contains("Apache License", "Version 2.0, January 2004", "END OF TERMS AND CONDITIONS");
  }

  private static List<Path> pages(Path root) throws IOException {
    return Stream.of(root, root.resolve("docs"), root.resolve("docs/adr"))
        .flatMap(folder -> markdown(folder).stream())
        .toList();
  }

  private static List<Path> markdown(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> name(file).endsWith(".md")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString();
  }
}
