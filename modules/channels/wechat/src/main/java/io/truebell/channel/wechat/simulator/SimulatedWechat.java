package io.truebell.channel.wechat.simulator;

import io.truebell.channel.wechat.account.OpenId;
import io.truebell.core.message.AccountId;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator.Answer;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.spi.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * What both channels' simulators have in common: whom a request is for, and what WeChat finds wrong
 * with it. The name behind a magic word may wish for a code: {@code sandbox-rejected.code-41030}.
 */
@Component
class SimulatedWechat {
  private static final Pattern CODE = Pattern.compile("\\.code-(-?[0-9]{1,6})$");

  /** Code points; the documented limit of the commonest kind of value [official]. */
  private static final int LONGEST_THING = 20;

  private final SimulatedTokens tokens;
  private final ChannelAccounts accounts;

  SimulatedWechat(SimulatedTokens tokens, ChannelAccounts accounts) {
    this.tokens = tokens;
    this.accounts = accounts;
  }

  static String openid(Request request) {
    return Said.read(request).path("touser").asString("");
  }

  static String template(Request request) {
    return Said.read(request).path("template_id").asString("");
  }

  /** The magic address of a message that was posted to this path. */
  static Optional<Magic> addressed(String path, Request request) {
    return request.path().equals(path) ? OpenId.magic(openid(request)) : Optional.empty();
  }

  /** An answer to what is no message. */
  Optional<Answer> aside(AccountId account, Request request) {
    return request.path().equals(SimulatedTokens.PATH)
        ? Optional.of(tokens.issue(account, request))
        : Optional.empty();
  }

  /** What is wrong with a message, in the order in which it is looked at; empty when nothing is. */
  Optional<Answer> problem(AccountId account, Request request) {
    int token = tokens.check(account, request);
    if (token != Said.OK) {
      return Optional.of(Said.code(token));
    }
    if (!knows(account, template(request))) {
      return Optional.of(Said.code(Said.BAD_TEMPLATE));
    }
    return badValue(Said.read(request).path("data"))
        .map(field -> Said.code(Said.BAD_VALUE, " data." + field + ".value invalid"));
  }

  /** The code that the address wishes for. */
  static Optional<Answer> wished(Request request) {
    Matcher code = CODE.matcher(openid(request));
    return code.find() ? Optional.of(Said.code(Integer.parseInt(code.group(1)))) : Optional.empty();
  }

  /** Whether the account names this template. */
  boolean knows(AccountId account, String template) {
    return accounts
        .open(account, opened -> templates(opened.settings()).contains(template))
        .orElse(false);
  }

  private static List<String> templates(Settings settings) {
    return settings.values().get("templates") instanceof List<?> entries
        ? entries.stream()
            .map(entry -> entry instanceof Map<?, ?> map ? map.get("template_id") : null)
            .map(String::valueOf)
            .toList()
        : List.of();
  }

  private static Optional<String> badValue(JsonNode data) {
    if (!data.isObject() || data.isEmpty()) {
      return Optional.of("");
    }
    return data.properties().stream()
        .filter(field -> isBad(field.getKey(), field.getValue().path("value").asString("")))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static boolean isBad(String keyword, String value) {
    return value.isBlank()
        || value.codePoints().anyMatch(Character::isISOControl)
        || (keyword.startsWith("thing") && value.codePointCount(0, value.length()) > LONGEST_THING);
  }
}
