package io.truebell.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedDocumentTest {
  @TempDir Path folder;

  @Test
  void aMissingDocumentIsOutOfDate() {
    assertThatThrownBy(() -> document().mustBe("text\n", false)).hasMessageContaining("./truebell");
  }

  @Test
  void aWrittenDocumentIsUpToDate() {
    document().mustBe("text\n", true);

    document().mustBe("text\n", false);
    assertThat(folder.resolve("page.md")).hasContent("text\n");
  }

  @Test
  void aDifferenceNamesItsLine() {
    document().mustBe("same\nold\n", true);

    assertThatThrownBy(() -> document().mustBe("same\nnew\n", false))
        .hasMessageContaining("line 2")
        .hasMessageContaining("committed: old")
        .hasMessageContaining("new");
  }

  private GeneratedDocument document() {
    return new GeneratedDocument(folder.resolve("page.md"));
  }
}
