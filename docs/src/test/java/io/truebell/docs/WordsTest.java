package io.truebell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Looks through everything that people read, and the code that makes it, for words that promise too
 * much. There is no exception: a text that warns of them can be put otherwise.
 */
class WordsTest {
  private static final Pattern TOO_MUCH =
      Pattern.compile(
          "(?i)sent[ _-]?success|success(fully)?[ _-]sent|successfully[ _-]delivered"
              + "|delivered[ _-]?success|发送成功|成功发送|已成功送达|推送成功");
  private static final Set<String> SKIPPED = Set.of("target", "node_modules", ".git");

  @Test
  void nothingThatIsAcceptedIsCalledSentSuccessfully() {
    List<Path> texts = texts(GeneratedDocument.root());

    assertThat(texts).hasSizeGreaterThan(50);
    assertThat(texts.stream().flatMap(WordsTest::promisesTooMuch)).isEmpty();
  }

  @Test
  void theSearchFindsWhatItLooksFor() {
    assertThat("state: SENT_SUCCESSFULLY").containsPattern(TOO_MUCH);
    assertThat("短信发送成功").containsPattern(TOO_MUCH);
    assertThat("accepted by the third party").doesNotContainPattern(TOO_MUCH);
  }

  private static Stream<String> promisesTooMuch(Path file) {
    try {
      return Files.readAllLines(file).stream()
          .filter(line -> TOO_MUCH.matcher(line).find())
          .map(line -> file + ": " + line.strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> texts(Path root) {
    List<Path> texts = new ArrayList<>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              boolean skip = SKIPPED.contains(String.valueOf(folder.getFileName()));
              return skip || folder.endsWith("src/test") || folder.equals(root.resolve("data"))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().matches(".*\\.(java|md|json|html|tsx?|sql|ya?ml)")) {
                texts.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return texts;
  }
}
