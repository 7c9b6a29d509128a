package io.truebell.channel.wechat.official;

import static java.util.Map.entry;

import io.truebell.channel.wechat.api.Errcodes;
import io.truebell.channel.wechat.api.Meaning;
import io.truebell.channel.wechat.api.Meaning.Later;
import io.truebell.channel.wechat.api.Meaning.Pending;
import io.truebell.channel.wechat.api.Meaning.Refused;
import io.truebell.channel.wechat.api.Meaning.RefusedOrDone;
import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.ReceiptNews.Proof;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** What {@code message/template/send} answers. */
final class OfficialCodes {
  /** The message waits for a review: [forum, staff] 40252. */
  static final String IN_REVIEW = "40252";

  /** Said to be busy. */
  static final String BUSY = "-1";

  static final Errcodes ALL =
      new Errcodes(
          Map.ofEntries(
              // of the person; of these only 48002 says that the person did it
              entry(40003, Meaning.RECIPIENT), // openid wrong, or another account's [sdk]
              entry(-41000, Meaning.RECIPIENT), // likewise [forum]
              entry(43004, Meaning.RECIPIENT), // does not follow, and may again [sdk]
              entry(43019, Meaning.RECIPIENT), // in the account's own blacklist [sdk]
              entry(43101, Meaning.RECIPIENT), // refused [forum, of another API]
              entry(48002, new Refused(Fault.RECIPIENT, Set.of(Proof.PERSON_REFUSED))), // [sdk]
              entry(50005, Meaning.RECIPIENT), // does not follow [sdk]
              // of the message
              entry(40249, Meaning.MESSAGE), // illegal content [forum]
              entry(47001, Meaning.MESSAGE), // not parseable
              entry(47003, Meaning.MESSAGE), // a value
              // the same within 60 seconds [forum]: the trace of a call that may have been made
              entry(40241, new RefusedOrDone(Fault.MESSAGE, Set.of())),
              // taken into review; within half an hour it is sent or dropped [forum, staff]
              entry(40252, new Pending()),
              // of the set-up
              entry(40037, Meaning.CONFIGURATION), // template id wrong
              entry(43116, Meaning.CONFIGURATION), // template banned [forum]
              entry(48001, Meaning.CONFIGURATION), // API not granted
              entry(48004, Meaning.CONFIGURATION), // API banned
              entry(50002, Meaning.CONFIGURATION), // account limited
              entry(40013, Meaning.CONFIGURATION), // appid wrong
              entry(40164, Meaning.CONFIGURATION), // caller's address not listed
              entry(41001, Meaning.CONFIGURATION), // token missing
              // not now
              entry(43117, new Later(SlowScope.RECIPIENT, Duration.ofMinutes(5))), // [forum]
              entry(45009, Meaning.QUOTA),
              entry(45011, new Later(SlowScope.ACCOUNT, Duration.ofMinutes(1))), // [sdk]
              entry(-1, Meaning.BUSY), // seen in bursts of a hundred a second [forum]
              // refused before anything was sent
              entry(40001, Meaning.TOKEN),
              entry(40014, Meaning.TOKEN),
              entry(42001, Meaning.TOKEN)));

  private OfficialCodes() {}
}
