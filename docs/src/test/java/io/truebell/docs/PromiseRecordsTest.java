package io.truebell.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromiseRecordsTest {
  private static final PromiseList LIST =
      PromiseList.parse(
          List.of("SEND\tat most once", "SEND-1\tClaims.", "SEND-2\tOutcomes.", "SEAL\tsecrets"));

  @TempDir Path root;

  @BeforeEach
  void aReactorOfTwoModulesAndTheDocs() throws IOException {
    Files.writeString(
        root.resolve("pom.xml"),
        "<modules>\n<module>modules/one</module><module>two</module>\n<module>docs</module>");
    file("modules/one/pom.xml", "<artifactId>platform-testkit</artifactId>");
    file("modules/one/src/test/java/OneTest.java", "class OneTest {}");
    file("two/pom.xml", "<artifactId>two</artifactId>");
    file("docs/src/test/java/PromisesTest.java", "class PromisesTest {}");
  }

  @Test
  void aRecordOfAModuleBecomesAProof() throws IOException {
    record("modules/one", "SEND-2\tio.truebell.one.OneTest\tisExact\ttrue\n");

    String page = new PromisesPage(LIST, PromiseRecords.gather(root)).markdown();

    assertThat(page)
        .contains("| SEND: at most once | 1 of 2 |  | SEND-1 |")
        .contains("- **SEND-1** Claims. *Not proved yet.*")
        .contains("- **SEND-2** Outcomes. *Proved:*\n  - `one.OneTest#isExact`\n");
  }

  @Test
  void aPromiseOfWhichSomethingIsNotBuiltIsProvedInPart() throws IOException {
    record("modules/one", "A-1\tio.truebell.one.OneTest\tisExact\ttrue\n");
    PromiseList list = PromiseList.parse(List.of("A\tfamily", "A-1\tAll of it.\tsome is missing"));

    assertThat(new PromisesPage(list, PromiseRecords.gather(root)).markdown())
        .contains("| A: family | 0 of 1 | A-1 |  |")
        .contains("- **A-1** All of it. *Proved in part, since some is missing:*\n");
  }

  @Test
  void aModuleWithTestsAndWithoutARecordStopsTheReading() {
    assertThatThrownBy(() -> PromiseRecords.gather(root))
        .hasMessageContaining("modules/one has tests and left no");
  }

  @Test
  void aRecordOlderThanTheTestsStopsTheReading() throws IOException {
    record("modules/one", "SEND-2\tio.truebell.one.OneTest\tisExact\ttrue\n");
    Files.setLastModifiedTime(
        root.resolve("modules/one/target/promises.tsv"), FileTime.from(Instant.EPOCH));

    assertThatThrownBy(() -> PromiseRecords.gather(root)).hasMessageContaining("newer tests");
  }

  @Test
  void aTaggedTestThatNobodyListensToStopsTheReading() throws IOException {
    record("modules/one", "SEND-2\tio.truebell.one.OneTest\tisExact\ttrue\n");
    file("two/src/test/java/TwoTest.java", "class TwoTest {}");
    PromiseRecords.gather(root);

    file("two/src/test/java/ThreeTest.java", "  @Tag(\"SEND-1\")");
    assertThatThrownBy(() -> PromiseRecords.gather(root)).hasMessageContaining("two has tagged");
  }

  @Test
  void recordsWithoutAnyPromiseStopTheReading() throws IOException {
    record("modules/one", "");

    assertThatThrownBy(() -> PromiseRecords.gather(root)).hasMessageContaining("no test");
  }

  @Test
  void aFailedTestIsAnObjection() throws IOException {
    record("modules/one", "SEND-2\tio.truebell.one.OneTest\tisExact\tfalse\n");

    assertThat(PromiseRecords.gather(root).objections(LIST))
        .containsExactly("one.OneTest#isExact did not pass (SEND-2)");
  }

  @Test
  void anUnknownPromiseIsAnObjection() throws IOException {
    record("modules/one", "SEND-9\tio.truebell.one.OneTest\tisExact\ttrue\n");

    assertThat(PromiseRecords.gather(root).objections(LIST))
        .containsExactly("one.OneTest#isExact names the unknown promise SEND-9");
  }

  @Test
  void aPromiseListedTwiceIsRefused() {
    assertThatThrownBy(() -> PromiseList.parse(List.of("A\tfamily", "A-1\tx", "A-1\ty")))
        .hasMessageContaining("A-1");
  }

  private void file(String name, String text) throws IOException {
    Path path = root.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    Files.setLastModifiedTime(path, FileTime.from(Instant.parse("2026-11-30T08:00:00Z")));
  }

  private void record(String module, String lines) throws IOException {
    Path target = Files.createDirectories(root.resolve(module).resolve("target"));
    Path file = Files.writeString(target.resolve("promises.tsv"), lines);
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-30T09:00:00Z")));
  }
}
