package io.truebell.channel.wechat.template;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What WeChat takes as the value of a keyword, by its type: the letters in front of the keyword's
 * number.
 *
 * <p>[official] api_sendmessage, section 4, counted in characters and not in bytes; a value that
 * breaks a limit or is empty is answered with 47003. {@link #CONST} and its limit: [sdk] WxJava.
 * Where the table leaves room (how a currency sign is written, which symbols a number of a phone
 * may have) the wider reading is taken [decision]: WeChat refuses what it does not like, and the
 * authorisation stays.
 */
enum KeywordType {
  THING("thing", 20, true, ".+", "letters, digits and symbols"),
  NUMBER("number", 32, false, "[0-9]+(?:\\.[0-9]+)?", "digits, with decimals at will"),
  LETTER("letter", 32, false, "[A-Za-z]+", "letters"),
  SYMBOL("symbol", 5, false, "[\\p{P}\\p{S}]+", "symbols"),
  CHARACTER_STRING(
      "character_string", 32, true, "[^\\p{IsHan}]+", "letters, digits and symbols, no Chinese"),
  TIME("time", 64, false, null, "a time like 15:01 or 2026-12-01 15:01, or two joined by ~"),
  DATE("date", 64, false, null, "a date like 2026-12-01 or 2026年12月1日, or two joined by ~"),
  AMOUNT(
      "amount",
      32,
      false,
      "\\p{Sc}?[0-9]{1,10}(?:\\.[0-9]+)?元?",
      "a currency sign and at most 10 digits, with decimals and 元 at will"),
  PHONE_NUMBER("phone_number", 17, false, "[0-9\\p{P}\\p{S} ]+", "digits and symbols"),
  CAR_NUMBER(
      "car_number",
      8,
      false,
      "[\\p{IsHan}A-Za-z0-9](?:[A-Za-z0-9]*[\\p{IsHan}A-Za-z0-9])?",
      "a number plate: letters and digits, Chinese only in front and at the end"),
  NAME("name", 20, true, "[^0-9]+", "a name of at most 10 Chinese characters, or 20 letters"),
  PHRASE("phrase", 5, false, "\\p{IsHan}+", "Chinese characters"),
  ENUM("enum", 64, false, ".+", "one of the template's own words"),
  CONST("const", 20, true, ".+", "letters, digits and symbols"),

  /** A keyword of an old template of an official account; no document limits it [decision]. */
  UNTYPED("", 200, true, ".+", "text");

  private static final String ELLIPSIS = "…";
  private static final int CHINESE_NAME = 10;
  private static final Pattern NUMBER_OF_KEYWORD = Pattern.compile("[0-9]+$");
  private static final Pattern CHINESE = Pattern.compile("\\p{IsHan}");
  private static final Pattern FRACTION = Pattern.compile("(?<=:[0-9]{2})\\.[0-9]{1,9}$");

  private final String word;
  private final int most;
  private final boolean mayBeCut;
  private final @Nullable Pattern form;
  private final String says;

  KeywordType(String word, int most, boolean mayBeCut, @Nullable String form, String says) {
    this.word = word;
    this.most = most;
    this.mayBeCut = mayBeCut;
    this.form = form == null ? null : Pattern.compile(form);
    this.says = says;
  }

  /** The type of a keyword like {@code thing1}. */
  static Optional<KeywordType> of(String keyword) {
    String letters = NUMBER_OF_KEYWORD.matcher(keyword).replaceFirst("");
    return Arrays.stream(values())
        .filter(type -> type != UNTYPED && type.word.equals(letters))
        .findFirst();
  }

  /** How many characters a value like this may have. */
  int most(String value) {
    return this == NAME && CHINESE.matcher(value).find() ? CHINESE_NAME : most;
  }

  boolean tooLong(String value) {
    return value.codePointCount(0, value.length()) > most(value);
  }

  /** Whether a value of allowed length has the form that this type wants. */
  boolean fits(String value) {
    return form == null ? Moments.fits(value, this == DATE) : form.matcher(value).matches();
  }

  /** What is taken, for the person who reads the refusal. */
  String says() {
    return says;
  }

  /**
   * The value as short as it has to be: text is cut between two characters and ends with an
   * ellipsis, a time loses the fractions of its second. What would say something else when it is
   * cut, like a number, stays as it is.
   */
  String shorten(String value) {
    if (this == TIME || this == DATE) {
      return FRACTION.matcher(value).replaceFirst("");
    }
    if (!mayBeCut || !tooLong(value)) {
      return value;
    }
    int end = value.offsetByCodePoints(0, most(value) - 1);
    return value.substring(0, end).stripTrailing() + ELLIPSIS;
  }
}
