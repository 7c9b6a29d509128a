package io.truebell.dispatch.path;

import io.truebell.core.message.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Why a claim's call never began.
 *
 * @param until when it is due again; null for at once
 */
record GivenBack(Reason reason, @Nullable Instant until) {
  static GivenBack atOnce(String code) {
    return new GivenBack(Reason.of(code), null);
  }
}
