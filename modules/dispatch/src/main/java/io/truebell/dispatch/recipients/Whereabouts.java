package io.truebell.dispatch.recipients;

import io.truebell.core.rest.FieldProblem;
import java.time.ZoneId;
import java.util.IllformedLocaleException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * When it is day where a person is, and which language they read.
 *
 * @param zone a region of the IANA time zone database, e.g. {@code Asia/Shanghai}
 * @param locale an IETF BCP 47 language tag in its usual case, e.g. {@code zh-CN}
 */
record Whereabouts(String zone, String locale) {
  private static final Set<String> LANGUAGES = Set.of(Locale.getISOLanguages());
  // Longer tags exist, none of them means anything to the JDK.
  private static final int LONGEST_TAG = 60;

  /**
   * Reads both; adds what is wrong to {@code problems}. Nothing is guessed: an unknown zone read as
   * UTC would wake people at night.
   */
  static Whereabouts of(
      @Nullable String zone, @Nullable String locale, List<FieldProblem> problems) {
    return new Whereabouts(zone(zone, problems), locale(locale, problems));
  }

  private static String zone(@Nullable String zone, List<FieldProblem> problems) {
    if (zone == null || zone.isBlank()) {
      problems.add(new FieldProblem("zone", "required", "is required, e.g. Asia/Shanghai"));
    } else if (!ZoneId.getAvailableZoneIds().contains(zone)) {
      problems.add(
          new FieldProblem("zone", "unknown_zone", "is no IANA time zone, e.g. Asia/Shanghai"));
    } else {
      return zone;
    }
    return "";
  }

  private static String locale(@Nullable String tag, List<FieldProblem> problems) {
    if (tag == null || tag.isBlank()) {
      problems.add(new FieldProblem("locale", "required", "is required, e.g. zh-CN"));
      return "";
    }
    try {
      Locale locale = new Locale.Builder().setLanguageTag(tag).build();
      if (tag.length() <= LONGEST_TAG && LANGUAGES.contains(locale.getLanguage())) {
        return locale.toLanguageTag();
      }
    } catch (IllformedLocaleException e) {
      // refused below, like a language that does not exist
    }
    problems.add(
        new FieldProblem("locale", "unknown_locale", "is no BCP 47 language tag, e.g. zh-CN"));
    return "";
  }
}
