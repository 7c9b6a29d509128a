package io.truebell.channel.wechat.subscribe;

import static java.util.Map.entry;

import io.truebell.channel.wechat.api.Errcodes;
import io.truebell.channel.wechat.api.Meaning;
import io.truebell.channel.wechat.api.Meaning.Later;
import io.truebell.channel.wechat.api.Meaning.RefusedOrDone;
import io.truebell.channel.wechat.api.Meaning.Tomorrow;
import io.truebell.core.message.Fault;
import io.truebell.core.spi.Outcome.SlowScope;
import io.truebell.core.spi.ReceiptNews.Proof;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** What {@code message/subscribe/send} answers. */
final class SubscribeCodes {
  /**
   * 43101 is said when the person refused, and when the consent is used up [official, staff in the
   * forum]: no authorisation is left. After a call that may have been carried out it may be that
   * call which used it up [decision].
   */
  private static final Meaning NO_AUTHORISATION =
      new RefusedOrDone(Fault.RECIPIENT, Set.of(Proof.NO_AUTHORISATION));

  static final Errcodes ALL =
      new Errcodes(
          Map.ofEntries(
              // of the person; 40003 is also said to a wrong app, so it proves no address dead
              entry(40003, Meaning.RECIPIENT), // openid wrong [official]
              entry(43101, NO_AUTHORISATION),
              // of the message
              entry(47003, Meaning.MESSAGE), // a value; the text names it [official]
              entry(47001, Meaning.MESSAGE), // not parseable [sdk]
              entry(44002, Meaning.MESSAGE), // empty body [sdk]
              entry(45168, Meaning.MESSAGE), // sensitive words [sibling, forum]
              // of the set-up
              entry(40037, Meaning.CONFIGURATION), // template id wrong [official]
              entry(41030, Meaning.CONFIGURATION), // page not in the released version [official]
              entry(43107, Meaning.CONFIGURATION), // capability or template banned [sibling]
              entry(43116, Meaning.CONFIGURATION), // template banned [forum]
              entry(43106, Meaning.CONFIGURATION), // punished [forum]
              entry(40013, Meaning.CONFIGURATION), // appid wrong [sdk]
              entry(40125, Meaning.CONFIGURATION), // secret wrong [sdk]
              entry(41001, Meaning.CONFIGURATION), // token missing [sdk]
              entry(48001, Meaning.CONFIGURATION), // API not granted [sdk]
              entry(50002, Meaning.CONFIGURATION), // account limited [sdk, forum]
              entry(40164, Meaning.CONFIGURATION), // caller's address not listed [forum]
              // not now
              entry(43108, new Later(SlowScope.RECIPIENT, Duration.ofSeconds(5))), // [forum]
              entry(40038, new Tomorrow(SlowScope.RECIPIENT)), // long-term, 5 a day [sibling]
              entry(45009, Meaning.QUOTA), // [forum]
              entry(45011, new Later(SlowScope.ACCOUNT, Duration.ofMinutes(1))), // [sdk]
              entry(-1, Meaning.BUSY), // [official]
              // refused before anything was sent
              entry(40001, Meaning.TOKEN), // [official]
              entry(40014, Meaning.TOKEN),
              entry(42001, Meaning.TOKEN)));

  private SubscribeCodes() {}
}
