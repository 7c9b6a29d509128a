package io.truebell.channel.wechat.simulator;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.core.message.AccountId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAccounts.Opened;
import io.truebell.core.spi.ProviderSimulator.Answer;
import io.truebell.core.spi.ProviderSimulator.Request;
import io.truebell.core.vault.Secret;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/**
 * The stable access token: repeated calls give the same one until less than five minutes are left;
 * {@code force_refresh} kills it [official, api_getstableaccesstoken]. An app secret {@code
 * sandbox-code-40164} is answered with that code.
 */
@Component
class SimulatedTokens {
  static final String PATH = "/cgi-bin/stable_token";

  private static final Pattern CODE = Pattern.compile("sandbox-code-(-?[0-9]{1,6})");
  private static final Pattern TOKEN = Pattern.compile("(?:^|&)access_token=([^&]*)");

  private final TokenRows rows;
  private final ChannelAccounts accounts;
  private final Ids ids;
  private final Clock clock;

  SimulatedTokens(TokenRows rows, ChannelAccounts accounts, Ids ids, Clock clock) {
    this.rows = rows;
    this.accounts = accounts;
    this.ids = ids;
    this.clock = clock;
  }

  Answer issue(AccountId account, Request request) {
    JsonNode asked = Said.read(request);
    int code = accounts.open(account, opened -> refusal(opened, asked)).orElse(Said.BAD_APP);
    if (code != Said.OK) {
      return Said.code(code);
    }
    Instant now = clock.instant();
    boolean forced = asked.path("force_refresh").asBoolean(false);
    TokenRows.Token token = rows.issue(account, fresh(), forced, now);
    long left = Duration.between(now, token.expiresAt()).toSeconds();
    return Said.json("{\"access_token\":\"" + token.token() + "\",\"expires_in\":" + left + "}");
  }

  private static int refusal(Opened account, JsonNode asked) {
    String secret = asked.path("secret").asString("");
    Matcher wished = CODE.matcher(secret);
    if (wished.matches()) {
      return Integer.parseInt(wished.group(1));
    }
    if (!asked.path("appid").asString("").equals(Said.appid(account))) {
      return Said.BAD_APP;
    }
    Secret kept = account.credentials().get(WechatAccount.APP_SECRET);
    return kept != null && kept.revealText().equals(secret) ? Said.OK : Said.BAD_SECRET;
  }

  /** 0 when the token in a request's query is valid, else what WeChat says to it. */
  int check(AccountId account, Request request) {
    Matcher query = TOKEN.matcher(request.query());
    if (!query.find() || query.group(1).isEmpty()) {
      return Said.NO_TOKEN;
    }
    String given = query.group(1);
    Instant now = clock.instant();
    return rows.find(account).map(token -> check(token, given, now)).orElse(Said.BAD_TOKEN);
  }

  private static int check(TokenRows.Token token, String given, Instant now) {
    if (given.equals(token.token())) {
      return now.isBefore(token.expiresAt()) ? Said.OK : Said.EXPIRED_TOKEN;
    }
    return given.equals(token.previous())
            && token.previousUntil() != null
            && now.isBefore(token.previousUntil())
        ? Said.OK
        : Said.BAD_TOKEN;
  }

  /** Ends it before its time, as WeChat may. */
  void expire(AccountId account) {
    rows.expire(account, clock.instant());
  }

  /** As long as a real one. */
  private String fresh() {
    return "SIM_" + (ids.next() + "_" + ids.next()).replace("-", "") + "_".repeat(64);
  }
}
