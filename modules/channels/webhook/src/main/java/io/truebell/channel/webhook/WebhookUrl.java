package io.truebell.channel.webhook;

import io.truebell.core.rest.FieldProblem;
import io.truebell.core.rest.Text;
import io.truebell.core.spi.Magic;
import io.truebell.core.wire.UrlRules;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The URL of a receiver. Its path may hold a token, so only scheme and host are ever shown. */
final class WebhookUrl {
  private static final String MAGIC = "https://sandbox.invalid/";
  private static final Set<Magic> OFFERED = EnumSet.allOf(Magic.class);
  private static final int MAX_LENGTH = 2048;

  private final UrlRules rules;

  WebhookUrl(UrlRules rules) {
    this.rules = rules;
  }

  List<FieldProblem> check(String url, boolean sandbox) {
    if (sandbox) {
      return magic(url).isPresent() ? List.of() : problem("must be one of " + magicUrls());
    }
    List<FieldProblem> problems = new ArrayList<>();
    Text.check(problems, "address", url, MAX_LENGTH, false);
    if (!problems.isEmpty()) {
      return problems;
    }
    if (url.startsWith(MAGIC)) {
      return problem("is an address for sandbox accounts");
    }
    return rules.refusal(url).map(WebhookUrl::problem).orElse(List.of());
  }

  static String tidy(String url) {
    return UrlRules.tidy(url);
  }

  static String hint(String url) {
    if (magic(url).isPresent()) {
      return url;
    }
    try {
      URI uri = URI.create(url);
      String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
      return uri.getScheme() + "://" + uri.getHost() + port + "/…";
    } catch (IllegalArgumentException e) {
      return "…";
    }
  }

  static Optional<Magic> magic(String url) {
    return url.startsWith(MAGIC) ? word(url.substring(MAGIC.length())) : Optional.empty();
  }

  static Optional<Magic> word(String word) {
    return Magic.of(word).filter(OFFERED::contains);
  }

  private static String magicUrls() {
    return OFFERED.stream().map(m -> MAGIC + m.word()).collect(Collectors.joining(", "));
  }

  private static List<FieldProblem> problem(String reason) {
    return List.of(new FieldProblem("address", "invalid_url", reason));
  }
}
