package com.example.bench;

import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.wire.Wire;
import io.truebell.core.wire.WireRequest;
import io.truebell.core.wire.WireRequest.Reach;
import io.truebell.core.wire.WireResult.Answered;
import io.truebell.core.wire.WireResult.Lost;
import io.truebell.core.wire.WireResult.NeverLeft;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/**
 * The one call to the benchmark's provider, the same for every contestant: a small JSON to {@code
 * <url>/<id>}, answered with 200 and {@code {"status":"accepted","id":"<id>"}}.
 */
public final class BenchCall {
  private static final Map<String, String> HEADERS = Map.of("Content-Type", "application/json");

  private BenchCall() {}

  /** Makes the call and compares the whole answer with what is documented. */
  public static Outcome make(
      Wire wire, String url, String id, String title, String text, Duration timeout) {
    byte[] body =
        ("{\"id\":\"" + id + "\",\"title\":\"" + title + "\",\"text\":\"" + text + "\"}")
            .getBytes(StandardCharsets.UTF_8);
    WireRequest request =
        new WireRequest("POST", URI.create(url + "/" + id), HEADERS, body, timeout, Reach.FIXED);
    return switch (wire.exchange(request)) {
      case NeverLeft never ->
          new Outcome.Transient(never.code(), never.text(), null, SlowScope.DELIVERY);
      case Lost lost -> new Outcome.Unknown(lost.code(), lost.text());
      case Answered answered -> read(answered, id);
    };
  }

  private static Outcome read(Answered answered, String id) {
    String body = new String(answered.body(), StandardCharsets.UTF_8);
    if (answered.status() == 200 && body.equals(answer(id))) {
      return new Outcome.Accepted(id, "http_200", "", false);
    }
    return answered.status() == 400
        ? new Outcome.Rejected(Fault.MESSAGE, "http_400", body, false)
        : new Outcome.Unknown("http_" + answered.status(), body);
  }

  /** What the provider answers to a call that it accepts. */
  public static String answer(String id) {
    return "{\"status\":\"accepted\",\"id\":\"" + id + "\"}";
  }
}
