package io.truebell.dispatch.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.dispatch.explain.Sentences.Said;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Looks at sentences as a reader would. */
public final class TestExplain {
  private final Sentences sentences;

  public TestExplain(Sentences sentences) {
    this.sentences = sentences;
  }

  private record Row(String reason, String numbers) {}

  /** Every trace entry has a sentence in both languages, with nothing left open. */
  public void assertEverySentenceIsWhole(JdbcClient jdbc) {
    List<Row> rows =
        jdbc.sql("SELECT reason, numbers::text AS numbers FROM trace")
            .query((row, n) -> new Row(row.getString(1), row.getString(2)))
            .list();
    assertThat(rows).isNotEmpty();
    JsonMapper json = JsonMapper.builder().build();
    for (Row row : rows) {
      if (row.reason().startsWith("scripted_")) {
        continue;
      }
      Map<String, Object> numbers =
          json.readValue(row.numbers(), new TypeReference<Map<String, Object>>() {});
      Said said = sentences.say(row.reason(), numbers);
      assertThat(said.en()).as(row.toString()).endsWith(".").doesNotContain("?", "{", "Reason ");
      assertThat(said.zh()).as(row.toString()).endsWith("。").doesNotContain("?", "{", "原因代码");
    }
  }
}
