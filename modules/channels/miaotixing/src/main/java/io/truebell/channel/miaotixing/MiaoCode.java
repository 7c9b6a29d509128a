package io.truebell.channel.miaotixing;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Magic;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The 喵码 of a reminder, e.g. {@code tDS0Se9}. Whoever knows it can trigger the reminder. */
final class MiaoCode {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{3,40}");

  /** Spaces, zero-width characters and byte order marks that come along when people copy. */
  private static final Pattern ACCIDENTAL = Pattern.compile("[\\s\\p{Z}\u200b\u2060\ufeff]+");

  private static final int SHORT = 6;
  private static final String MAGIC = "sandbox-";
  private static final Set<Magic> OFFERED =
      EnumSet.complementOf(EnumSet.of(Magic.GONE, Magic.TRANSIENT_THEN_ACCEPTED));

  private MiaoCode() {}

  static String tidy(String code) {
    return ACCIDENTAL.matcher(code).replaceAll("");
  }

  static List<FieldProblem> check(String code, boolean sandbox) {
    if (sandbox) {
      return magic(code).isPresent() ? List.of() : problem("must be one of " + magicCodes());
    }
    if (code.startsWith(MAGIC)) {
      return problem("is an address for sandbox accounts");
    }
    return FORM.matcher(code).matches()
        ? List.of()
        : problem("must be the code of a reminder: 3 to 40 letters and digits");
  }

  /** Magic codes are no secret and are shown whole; of a short code no part can be spared. */
  static String hint(String code) {
    if (magic(code).isPresent()) {
      return code;
    }
    return code.length() <= SHORT ? "…" : "••••" + code.substring(code.length() - 2);
  }

  static Optional<Magic> magic(String code) {
    return code.startsWith(MAGIC)
        ? Magic.of(code.substring(MAGIC.length())).filter(OFFERED::contains)
        : Optional.empty();
  }

  private static String magicCodes() {
    return OFFERED.stream().map(m -> MAGIC + m.word()).collect(Collectors.joining(", "));
  }

  private static List<FieldProblem> problem(String reason) {
    return List.of(new FieldProblem("address", "invalid_address", reason));
  }
}
