package io.truebell.calm.policy;

import io.truebell.core.rest.ApiProblem;
import java.util.HashSet;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code If-Match}: the versions that the caller knows, in quotes, or {@code *}. */
final class ExpectedVersions {
  private static final Pattern FORM =
      Pattern.compile("VERSION(,VERSION)*".replace("VERSION", "\\s*(W/)?\"[0-9]{1,9}\"\\s*"));

  private ExpectedVersions() {}

  /**
   * Reads it; a proxy on the way may have made a tag a weak one. Without the header every version
   * is expected.
   *
   * @throws ApiProblem 422 when it says anything else
   */
  static IntPredicate of(@Nullable String header) {
    if (header == null || header.strip().equals("*")) {
      return version -> true;
    }
    if (!FORM.matcher(header).matches()) {
      throw ApiProblem.invalid("If-Match", "invalid_form", "must be a version in quotes, or *");
    }
    Set<Integer> expected = new HashSet<>();
    for (String version : header.split(",", -1)) {
      expected.add(Integer.valueOf(version.replaceAll("[^0-9]", "")));
    }
    return expected::contains;
  }
}
