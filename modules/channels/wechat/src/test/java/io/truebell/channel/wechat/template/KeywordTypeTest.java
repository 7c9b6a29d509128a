package io.truebell.channel.wechat.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.Category;
import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Content;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of api_sendmessage, section 4. */
class KeywordTypeTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thing1            | 12345678901234567890",
        "thing1            | 😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊",
        "thing1            | 记得喝水！ok-1",
        "const2            | 已确认",
        "number3           | 12345678901234567890123456789012",
        "number3           | 3.14",
        "letter4           | abcdefghijklmnopqrstuvwxyzABCDEF",
        "symbol5           | ★!？¥+",
        "character_string6 | G7-1402/A#*",
        "time7             | 15:01",
        "time7             | 15:01:59",
        "time7             | 9:05",
        "time7             | 2026年12月1日 15:01",
        "time7             | 2026年12月1日15:01",
        "time7             | 2026-12-01 15:01~2026-12-01 16:30",
        "time7             | 15:01~16:30",
        "date8             | 2026年12月1日",
        "date8             | 2026-12-01",
        "date8             | 2026/12/01",
        "date8             | 2026.12.1",
        "date8             | 2028-02-29",
        "date8             | 2026-12-01 15:01",
        "date8             | 2026年12月1日~2026年12月7日",
        "amount9           | ￥100.50",
        "amount9           | $1234567890",
        "amount9           | 100元",
        "phone_number10    | +86-0766-66888866",
        "car_number11      | 粤A8Z888挂",
        "car_number11      | 京A12345",
        "name12            | 张三丰",
        "name12            | 一二三四五六七八九十",
        "name12            | Alexander-the-Great",
        "phrase13          | 配送中",
        "enum14            | 待付款",
      })
  void whatTheTableAllowsIsTaken(String keyword, String value) {
    assertThat(problems(keyword, value)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "thing1            | 123456789012345678901            | too_long",
        "thing1            | 😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊 | too_long",
        "const2            | 123456789012345678901            | too_long",
        "number3           | 123456789012345678901234567890123 | too_long",
        "number3           | 12a                              | wrong_form",
        "number3           | 1.                               | wrong_form",
        "number3           | -1                               | wrong_form",
        "letter4           | abc1                             | wrong_form",
        "symbol5           | ！！！！！！                       | too_long",
        "symbol5           | a!                               | wrong_form",
        "character_string6 | G7次                              | wrong_form",
        "character_string6 | 123456789012345678901234567890123 | too_long",
        "time7             | 2026-12-01                       | wrong_form",
        "time7             | 24:00                            | wrong_form",
        "time7             | 15:60                            | wrong_form",
        "time7             | 2026-12-0115:01                  | wrong_form",
        "time7             | 3pm                              | wrong_form",
        "time7             | 15:01~16:30~17:00                | wrong_form",
        "time7             | 15:01~                           | wrong_form",
        "date8             | 2020-01-18 16:18:49.0            | wrong_form",
        "date8             | 2026-12-01T15:01                 | wrong_form",
        "date8             | 2026-02-29                       | wrong_form",
        "date8             | 2026-13-01                       | wrong_form",
        "date8             | 2026-12/01                       | wrong_form",
        "date8             | 12-01                            | wrong_form",
        "date8             | 15:01                            | wrong_form",
        "amount9           | 12345678901                      | wrong_form",
        "amount9           | 100 yuan                         | wrong_form",
        "amount9           | ￥￥1                              | wrong_form",
        "phone_number10    | 123456789012345678               | too_long",
        "phone_number10    | 0766-ABC                         | wrong_form",
        "car_number11      | 粤A8Z8888挂                       | too_long",
        "car_number11      | 粤港A888                          | wrong_form",
        "name12            | 一二三四五六七八九十一               | too_long",
        "name12            | 张三abcdefghij                    | too_long",
        "name12            | abcdefghijklmnopqrstu            | too_long",
        "name12            | agent007                         | wrong_form",
        "phrase13          | 一二三四五六                        | too_long",
        "phrase13          | ok                               | wrong_form",
        "enum14            | 没有这个                           | unknown_value",
      })
  void whatTheTableForbidsIsRefused(String keyword, String value, String code) {
    assertThat(problems(keyword, value))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.code()).isEqualTo(code);
              assertThat(problem.field()).isEqualTo("payload.value");
              assertThat(problem.reason()).contains(keyword);
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "\u3000"})
  void anEmptyValueIsRefused(String value) {
    assertThat(problems("thing1", value))
        .extracting(FieldProblem::code)
        .containsExactly("required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\nb", "a\r\nb", "a\tb", "a\u0000", "a\u2028b", "a\ud83d", "\udc00b"})
  void controlCharactersAndHalfCharactersAreRefused(String value) {
    assertThat(problems("thing1", value))
        .extracting(FieldProblem::code)
        .containsExactly("control_character");
  }

  @ParameterizedTest
  @CsvSource({
    "thing1, 记得喝水😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊, 记得喝水😊😊😊😊😊😊😊😊😊😊😊😊😊😊😊…",
    "thing1, 12345678901234567890, 12345678901234567890",
    "thing1, 1234567890123456789 01, 1234567890123456789…",
    "name2, 一二三四五六七八九十一二, 一二三四五六七八九…",
    "character_string3, 123456789012345678901234567890123, 1234567890123456789012345678901…",
    "date4, 2020-01-18 16:18:49.0, 2020-01-18 16:18:49",
    "time5, 2020-01-18 16:18:49.123, 2020-01-18 16:18:49",
  })
  void aFieldThatMayBeShortenedIsCutBetweenCharacters(
      String keyword, String value, String shortened) {
    List<FieldProblem> problems = new ArrayList<>();
    assertThat(field(keyword, true).value(content(value), problems::add)).isEqualTo(shortened);
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "number1, 123456789012345678901234567890123",
    "amount1, 12345678901",
    "phone_number1, 123456789012345678",
    "phrase1, 一二三四五六",
    "letter1, abcdefghijklmnopqrstuvwxyzABCDEFG",
  })
  void whatWouldSaySomethingElseIsNeverCut(String keyword, String value) {
    List<FieldProblem> problems = new ArrayList<>();
    assertThat(field(keyword, true).value(content(value), problems::add)).isEqualTo(value);
    assertThat(problems).hasSize(1);
  }

  @Test
  void aKeywordWithoutAKnownTypeIsForOldTemplatesAlone() {
    assertThat(KeywordType.of("keyword1")).isEmpty();
    assertThat(KeywordType.of("things1")).isEmpty();
    assertThat(TemplateField.read(setting("keyword1", false), false)).isEmpty();
    assertThat(TemplateField.read(setting("keyword1", false), true))
        .hasValueSatisfying(field -> assertThat(field.type()).isEqualTo(KeywordType.UNTYPED));
  }

  private static List<FieldProblem> problems(String keyword, String value) {
    List<FieldProblem> problems = new ArrayList<>();
    field(keyword, false).value(content(value), problems::add);
    return problems;
  }

  private static TemplateField field(String keyword, boolean shorten) {
    return TemplateField.read(setting(keyword, shorten), false).orElseThrow();
  }

  private static Map<String, Object> setting(String keyword, boolean shorten) {
    Map<String, Object> field =
        Map.of("keyword", keyword, "source", "payload.value", "shorten", shorten);
    if (!keyword.startsWith("enum")) {
      return field;
    }
    Map<String, Object> listed = new java.util.HashMap<>(field);
    listed.put("values", List.of("待付款", "已付款"));
    return listed;
  }

  private static Content content(String value) {
    return Content.of(
        "trip.changed", Category.TRANSACTIONAL, "", Map.of("value", value), Instant.EPOCH);
  }
}
