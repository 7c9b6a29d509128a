package io.truebell.channel.wechat.api;

import io.truebell.channel.wechat.api.Reply.Said;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The codes that one API is documented to answer, as data. Zero is acceptance and stands in no
 * table; a code that is not in the table is documented nowhere, and means nothing.
 */
public final class Errcodes {
  private static final ZoneId CHINA = ZoneId.of("Asia/Shanghai");
  private static final Duration A_MINUTE = Duration.ofMinutes(1);

  /** Codes of ours that are given when no request left. */
  private static final Set<String> NOTHING_LEFT =
      Set.of(
          "dns_failed",
          "connect_failed",
          "connect_timeout",
          "tls_failed",
          "address_refused",
          "not_prepared",
          WechatApi.NO_TIME_LEFT);

  private final Map<Integer, Meaning> meanings;

  public Errcodes(Map<Integer, Meaning> meanings) {
    this.meanings = Map.copyOf(meanings);
  }

  /** Whether an earlier call that brought this code may have been carried out. */
  public boolean leavesOpen(String code) {
    if (NOTHING_LEFT.contains(code) || code.startsWith(NoToken.PREFIX)) {
      return false;
    }
    try {
      return meaning(Integer.parseInt(code)).map(Errcodes::leavesOpen).orElse(true);
    } catch (NumberFormatException e) {
      return true;
    }
  }

  private static boolean leavesOpen(Meaning meaning) {
    return switch (meaning) {
      case Meaning.Busy _, Meaning.Pending _ -> true;
      case Meaning.Refused _,
          Meaning.RefusedOrDone _,
          Meaning.Later _,
          Meaning.Tomorrow _,
          Meaning.Quota _,
          Meaning.TokenRefused _ ->
          false;
    };
  }

  boolean refusesToken(Reply reply) {
    return reply instanceof Said said
        && meaning(said.errcode()).filter(Meaning.TokenRefused.class::isInstance).isPresent();
  }

  private Optional<Meaning> meaning(int errcode) {
    return Optional.ofNullable(meanings.get(errcode));
  }

  /**
   * What an answer means for the message.
   *
   * @param earlier codes of earlier calls for the same delivery
   */
  Outcome outcome(Said said, Set<String> earlier, Instant now) {
    String code = Integer.toString(said.errcode());
    if (said.errcode() == 0) {
      return new Accepted(said.msgid(), code, said.errmsg(), false);
    }
    Meaning meaning = meanings.get(said.errcode());
    return meaning == null
        ? new Unknown(code, said.errmsg())
        : outcome(meaning, code, said.errmsg(), earlier, now);
  }

  private Outcome outcome(
      Meaning meaning, String code, String text, Set<String> earlier, Instant now) {
    return switch (meaning) {
      case Meaning.Refused(var fault, var proofs) -> new Rejected(fault, code, text, false, proofs);
      case Meaning.RefusedOrDone(var fault, var proofs) ->
          earlier.stream().anyMatch(this::leavesOpen)
              ? new Unknown(code, text)
              : new Rejected(fault, code, text, false, proofs);
      case Meaning.Later(var scope, var pause) -> new Transient(code, text, pause, scope);
      case Meaning.Tomorrow(var scope) -> new Transient(code, text, tomorrow(now), scope);
      case Meaning.Quota _ -> new Transient(code, text, quota(text, now), SlowScope.ACCOUNT);
      // nothing says that it was not sent, and people have more than one consent [decision]
      case Meaning.Busy _ -> new Unknown(code, text);
      case Meaning.TokenRefused _ -> outcome(Meaning.CONFIGURATION, code, text, earlier, now);
      case Meaning.Pending _ -> new Unknown(code, text);
    };
  }

  private static Duration quota(String text, Instant now) {
    return text.toLowerCase(Locale.ROOT).contains("daily") ? tomorrow(now) : A_MINUTE;
  }

  /** Quotas of a day begin anew at midnight in China [forum]. */
  private static Duration tomorrow(Instant now) {
    Instant midnight = now.atZone(CHINA).toLocalDate().plusDays(1).atStartOfDay(CHINA).toInstant();
    return Duration.between(now, midnight).plus(A_MINUTE);
  }
}
