package io.truebell.receipts.inbound;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ReceiptParser;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** The parsers that the installed channels bring. Two for one channel end the start. */
@Component
class Parsers {
  private final Map<ChannelKey, ReceiptParser> all;

  Parsers(ObjectProvider<ReceiptParser> installed) {
    all = installed.stream().collect(Collectors.toMap(ReceiptParser::channel, Function.identity()));
  }

  /** Who reads for this account; a sandbox account's provider is the simulator. */
  Optional<ReceiptParser> of(ChannelAccounts.Known account) {
    return Optional.ofNullable(all.get(source(account)));
  }

  /** What its receipts name as their source. */
  static ChannelKey source(ChannelAccounts.Known account) {
    return account.sandbox() ? ReceiptParser.SANDBOX : account.channel();
  }
}
