package io.truebell.channel.wechat.push;

import io.truebell.core.message.AccountId;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Which body came with a nonce, for as long as its timestamp is fresh: the very same body may come
 * again, since WeChat repeats itself, another one may not. In this process only, and of the newest
 * {@value #MOST}.
 */
@Component
final class SeenNonces {
  static final int MOST = 50_000;

  private record Nonce(AccountId account, String timestamp, String nonce) {}

  @SuppressWarnings("ArrayRecordComponent") // compared by its content where it is used
  private record Seen(byte[] print, Instant until) {}

  private final Map<Nonce, Seen> seen = new LinkedHashMap<>();

  /** Whether it came for the first time, or with the same body as before. */
  synchronized boolean admits(
      AccountId account, PushQuery query, byte[] body, Instant now, Duration fresh) {
    forget(now);
    byte[] print = PushSignature.digest("SHA-256", body);
    Nonce nonce = new Nonce(account, query.timestamp(), query.nonce());
    Seen before = seen.putIfAbsent(nonce, new Seen(print, now.plus(fresh.multipliedBy(2))));
    return before == null || Arrays.equals(before.print(), print);
  }

  /** They stand in the order in which they came. */
  private void forget(Instant now) {
    Iterator<Seen> oldest = seen.values().iterator();
    while (oldest.hasNext()) {
      Seen one = oldest.next();
      if (seen.size() < MOST && one.until().isAfter(now)) {
        return;
      }
      oldest.remove();
    }
  }
}
