package io.truebell.docs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PromisesTest {
  private final PromiseList list =
      PromiseList.read(GeneratedDocument.root().resolve("docs/promises-list.tsv"));

  @Test
  void everyTaggedTestPassedAndNamesAKnownPromise() {
    assertThat(PromiseRecords.gather(GeneratedDocument.root()).objections(list)).isEmpty();
  }

  @Test
  void theCommittedPageShowsWhatTheTestsProve() {
    PromiseRecords records = PromiseRecords.gather(GeneratedDocument.root());
    GeneratedDocument.named("promises.md").mustBe(new PromisesPage(list, records).markdown());
  }
}
