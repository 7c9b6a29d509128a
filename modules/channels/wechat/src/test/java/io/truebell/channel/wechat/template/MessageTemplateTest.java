package io.truebell.channel.wechat.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Category;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Content;
import io.truebell.core.spi.Settings;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MessageTemplateTest {
  private static final Content CONTENT =
      Content.of(
          "trip.changed",
          Category.TRANSACTIONAL,
          "trip-1",
          Map.of(
              "title",
              "行程有变",
              "text",
              "G7 晚点",
              "place",
              Map.of("name", "虹桥", "gate", 12),
              "price",
              1.50,
              "big",
              12_345_678_901_234L,
              "list",
              List.of("a")),
          Instant.EPOCH);

  @Test
  void aValueComesFromWhereItsSourceSays() {
    assertThat(value("title")).isEqualTo("行程有变");
    assertThat(value("text")).isEqualTo("G7 晚点");
    assertThat(value("subject")).isEqualTo("trip-1");
    assertThat(value("payload.place.name")).isEqualTo("虹桥");
    assertThat(value("payload.place.gate")).isEqualTo("12");
    assertThat(value("payload.price")).isEqualTo("1.5");
    assertThat(value("payload.big")).isEqualTo("12345678901234");
    assertThat(value("=点击查看")).isEqualTo("点击查看");
  }

  @Test
  void whatIsMissingOrNoTextIsNamedByItsPlaceInTheNotification() {
    assertThat(problem("payload.nothing").field()).isEqualTo("payload.nothing");
    assertThat(problem("payload.list").code()).isEqualTo("required");
    assertThat(problem("payload.place").code()).isEqualTo("required");
    assertThat(problem("payload.place.name.deeper").code()).isEqualTo("required");
    assertThat(problem("= ").field()).isEqualTo("settings.templates");
  }

  @Test
  void everyKeywordThatDoesNotFitIsNamedAtOnce() {
    Settings settings =
        settings(
            entry("trip.changed", "T1", field("thing1", "payload.a"), field("time2", "title")));
    assertThat(template(settings, "trip.changed").fill(CONTENT).problems())
        .extracting(FieldProblem::field)
        .containsExactly("payload.a", "payload.title");
  }

  @Test
  void theFirstTemplateOfATypeCounts() {
    Settings settings =
        settings(
            entry("trip.changed", "T1", field("thing1", "title")),
            entry("trip.changed", "T2", field("thing1", "title")),
            entry("bill.due", "T3", field("thing1", "title")));
    assertThat(new TemplateSend(false).templates(settings))
        .isEqualTo(Map.of("trip.changed", "T1", "bill.due", "T3"));
    assertThat(MessageTemplate.of(settings, "other", false)).isEmpty();
  }

  @Test
  void anEntryThatCannotBeReadIsNoTemplate() {
    assertThat(MessageTemplate.all(new Settings(Map.of()), false)).isEmpty();
    assertThat(MessageTemplate.all(new Settings(Map.of("templates", "no list")), false)).isEmpty();
    Settings halfKnown =
        settings(entry("t", "T1", field("thing1", "title"), field("strange1", "title")));
    assertThat(MessageTemplate.all(halfKnown, false)).isEmpty();
    assertThat(MessageTemplate.all(halfKnown, true)).hasSize(1);
  }

  @Test
  @Tag("SEAL-4")
  void fixedMinimalTextGoesOutWithTheOnlyTemplateAndWithNoOther() {
    Content minimal = Content.minimal(Category.TRANSACTIONAL, "有新消息", Instant.EPOCH);
    Settings one =
        settings(
            entry("trip.changed", "T1", field("thing1", "title")),
            entry("bill.due", "T1", field("thing1", "title")));
    assertThat(template(one, minimal.type()).fill(minimal).values())
        .isEqualTo(Map.of("thing1", "有新消息"));
    Settings two =
        settings(
            entry("trip.changed", "T1", field("thing1", "title")),
            entry("bill.due", "T2", field("thing1", "title")));
    assertThat(MessageTemplate.of(two, minimal.type(), false)).isEmpty();
    assertThat(new TemplateSend(false).check(two, minimal))
        .extracting(FieldProblem::code)
        .containsExactly("no_template");
  }

  private static String value(String source) {
    MessageTemplate.Filled filled = filled(source);
    assertThat(filled.problems()).isEmpty();
    return filled.values().get("thing1");
  }

  private static FieldProblem problem(String source) {
    return filled(source).problems().getFirst();
  }

  private static MessageTemplate.Filled filled(String source) {
    Settings settings = settings(entry("trip.changed", "T1", field("thing1", source)));
    return template(settings, "trip.changed").fill(CONTENT);
  }

  private static MessageTemplate template(Settings settings, String type) {
    return MessageTemplate.of(settings, type, false).orElseThrow();
  }

  private static Settings settings(Object... entries) {
    return new Settings(Map.of("templates", Arrays.asList(entries)));
  }

  private static Map<String, Object> entry(String type, String id, Object... fields) {
    return Map.of("type", type, "template_id", id, "fields", Arrays.asList(fields));
  }

  private static Map<String, Object> field(String keyword, String source) {
    return Map.of("keyword", keyword, "source", source);
  }
}
