package io.truebell.channel.webhook;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Magic;
import io.truebell.core.spi.ProviderSimulator;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Answers as a receiver of webhooks does. Since a 2xx is already the evidence, the addresses with a
 * receipt break the connection first: what is unknown then becomes known.
 */
@Component
final class WebhookSimulator implements ProviderSimulator {
  @Override
  public ChannelKey channel() {
    return WebhookAdapter.KEY;
  }

  @Override
  public Optional<Magic> addressed(Request request) {
    return WebhookUrl.word(request.path().substring(1));
  }

  @Override
  public Optional<Answer> answer(Magic magic, Request request, int earlier) {
    return switch (magic) {
      case ACCEPTED, SLOW, HALF, HUGE -> Optional.of(answer(200, Map.of()));
      case GARBAGE -> Optional.of(answer(699, Map.of()));
      case REJECTED -> Optional.of(answer(400, Map.of()));
      case NOT_FOUND -> Optional.of(answer(404, Map.of()));
      case GONE -> Optional.of(answer(410, Map.of()));
      case COOLDOWN -> Optional.of(answer(429, Map.of("Retry-After", "60")));
      case ERROR -> Optional.of(answer(500, Map.of()));
      case TRANSIENT_THEN_ACCEPTED -> Optional.of(answer(earlier == 0 ? 503 : 200, Map.of()));
      case TIMEOUT,
          RESET,
          RECEIPT_DELIVERED,
          RECEIPT_UNDELIVERED,
          RECEIPT_GONE,
          RECEIPT_FIRST,
          RECEIPT_REPEATED,
          RECEIPTS_DISORDERED,
          RECEIPT_NEVER ->
          Optional.empty();
    };
  }

  private static Answer answer(int status, Map<String, String> headers) {
    return new Answer(status, headers, "{}".getBytes(StandardCharsets.UTF_8));
  }
}
