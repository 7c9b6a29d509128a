package io.truebell.bench.peer;

import com.example.bench.BenchCall;
import io.truebell.core.spi.Outcome;
import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.WireSettings;
import java.time.Duration;

/** The call, with the platform's own HTTP client; static, since JobRunr calls it by its name. */
public final class PeerCall {
  /** As long as the title and text that the application sends. */
  static final String TITLE = "Trip 42 leaves at 09:30";

  static final String TEXT = "Platform 4, please be there ten minutes early.";

  private static final HttpWire WIRE = new HttpWire(WireSettings.DEFAULT, AddressResolver.system());
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static volatile String url = "";

  private PeerCall() {}

  static void to(String where) {
    url = where;
  }

  /** Makes the call, or nothing when there is no provider; anything but acceptance is an error. */
  public static void make(String id) {
    if (!url.isEmpty() && !accepted(id, TITLE, TEXT)) {
      throw new IllegalStateException("not accepted: " + id);
    }
  }

  static boolean accepted(String id, String title, String text) {
    return url.isEmpty()
        || BenchCall.make(WIRE, url, id, title, text, TIMEOUT) instanceof Outcome.Accepted;
  }
}
