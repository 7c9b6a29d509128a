package io.truebell.calm.pacing;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What pacing knows of one channel account.
 *
 * @param timeout longest that one of its calls takes
 * @param stamp changes whenever the account or its rate does
 * @param egress null when it shares nothing
 * @param rate null when it may call as often as it likes
 */
record PacedAccount(
    AccountId id,
    ChannelKey channel,
    boolean sandbox,
    Duration timeout,
    String stamp,
    Passage.@Nullable Egress egress,
    Passage.@Nullable Rate rate) {
  List<Passage> passages() {
    return Stream.<@Nullable Passage>of(egress, rate).filter(p -> p != null).toList();
  }

  boolean paced() {
    return egress != null || rate != null;
  }
}
