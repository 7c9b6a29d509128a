package io.truebell.channel.webhook;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.Accepted;
import io.truebell.core.spi.Outcome.Rejected;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.Outcome.Transient;
import io.truebell.core.spi.Outcome.Unknown;
import io.truebell.core.wire.WireResult.Answered;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver's status means. In Standard Webhooks every 2xx says that the receiver has the
 * message, and every other status that it does not and wants it again; 410 says never again. The
 * body says nothing and is not kept.
 */
final class WebhookAnswer {
  private WebhookAnswer() {}

  static Outcome read(Answered answered, Instant now) {
    int status = answered.status();
    String code = "http_" + status;
    if (status >= 200 && status <= 299) {
      return new Accepted(null, code, "", true);
    }
    if (status == 410) {
      return new Rejected(Fault.RECIPIENT, code, "the receiver wants no more messages", true);
    }
    if (status < 300 || status > 599) {
      return new Unknown(code, "no document describes this status");
    }
    return new Transient(code, note(status), wait(answered, now), SlowScope.RECIPIENT);
  }

  private static String note(int status) {
    if (status < 400) {
      return "redirects are not followed; correct the URL";
    }
    return switch (status) {
      case 401, 403 -> "the receiver refuses the call; check how it verifies signatures";
      case 404, 405 -> "the receiver has nothing at this URL; check the URL";
      case 429 -> "the receiver asks to slow down";
      case 408, 425 -> "the receiver wants it again later";
      default -> status < 500 ? "the receiver does not take the message" : "the receiver failed";
    };
  }

  private static @Nullable Duration wait(Answered answered, Instant now) {
    return switch (answered.status()) {
      case 429, 502, 503, 504 ->
          answered.header("retry-after").flatMap(h -> RetryAfter.read(h, now)).orElse(null);
      default -> null;
    };
  }
}
