package io.truebell.channel.wechat.account;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.spi.Magic;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A person's id within one app: the same person has another one in every app. Upper and lower case
 * differ.
 *
 * <p>A sandbox account takes {@code sandbox-} and a magic word; {@code .name} behind it tells
 * people with the same fate apart, e.g. {@code sandbox-accepted.alice}.
 */
public final class OpenId {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{20,64}");
  private static final Pattern ACCIDENTAL = Pattern.compile("[\\s\\p{Z}\u200b\u2060\ufeff]+");
  private static final String SANDBOX = "sandbox-";
  private static final Pattern MAGIC =
      Pattern.compile("sandbox-([a-z0-9-]+)(?:\\.[a-z0-9_-]{1,32})?");
  private static final int SHORT = 6;

  private OpenId() {}

  /** Without what came along when it was copied. */
  public static String tidy(String openid) {
    return ACCIDENTAL.matcher(openid).replaceAll("");
  }

  /** What is wrong with an address; empty when nothing is. */
  public static List<FieldProblem> check(String openid, boolean sandbox) {
    if (sandbox) {
      return magic(openid).isPresent()
          ? List.of()
          : problem("must be one of " + magicAddresses() + ", with .name behind it at will");
    }
    if (openid.startsWith(SANDBOX)) {
      return problem("is an address for sandbox accounts");
    }
    return FORM.matcher(openid).matches()
        ? List.of()
        : problem("must be an openid of this app: 20 to 64 letters, digits, - and _");
  }

  /** What may be shown of it; magic addresses are no secret. */
  public static String hint(String openid) {
    if (magic(openid).isPresent()) {
      return openid;
    }
    return openid.length() <= SHORT ? "…" : "••••" + openid.substring(openid.length() - 4);
  }

  /** What a sandbox account's address makes the simulated provider do. */
  public static Optional<Magic> magic(String openid) {
    var parts = MAGIC.matcher(openid);
    return parts.matches() ? Magic.of(parts.group(1)) : Optional.empty();
  }

  private static String magicAddresses() {
    return Arrays.stream(Magic.values())
        .map(magic -> SANDBOX + magic.word())
        .collect(Collectors.joining(", "));
  }

  private static List<FieldProblem> problem(String reason) {
    return List.of(new FieldProblem("address", "invalid_address", reason));
  }
}
