package io.truebell.sandbox;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * How simulated providers report. Most have the sandbox report in their place: signed by this
 * process, over the raw bytes and the account. What is not signed like that is in the channel's own
 * protocol, and its own parser's.
 */
@Component
@ServedWhenEnabled
class SandboxReceiptParser implements ReceiptParser {
  static final String SIGNATURE = "X-Sandbox-Signature";

  private final Tickets tickets;
  private final ObjectProvider<ReceiptParser> installed;
  private final ObjectProvider<ChannelAccounts> accounts;

  SandboxReceiptParser(
      Tickets tickets,
      ObjectProvider<ReceiptParser> installed,
      ObjectProvider<ChannelAccounts> accounts) {
    this.tickets = tickets;
    this.installed = installed;
    this.accounts = accounts;
  }

  @Override
  public ChannelKey channel() {
    return ReceiptParser.SANDBOX;
  }

  @Override
  public Authenticity verify(ReceiptRequest request) {
    Optional<String> signature = request.header(SIGNATURE);
    if (signature.isEmpty()) {
      return channelOf(request)
          .map(parser -> parser.verify(request))
          .orElseGet(() -> Authenticity.refused("bad_signature"));
    }
    return tickets.signed(request.account().toString(), request.body(), signature.get())
        ? Authenticity.receipts()
        : Authenticity.refused("bad_signature");
  }

  @Override
  public List<ProviderReceipt> read(ReceiptRequest request) {
    if (request.header(SIGNATURE).isEmpty()) {
      return channelOf(request).map(parser -> parser.read(request)).orElseThrow();
    }
    return new String(request.body(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .map(SandboxReceipt::read)
        .toList();
  }

  @Override
  public List<ConsentNews> consents(ReceiptRequest request) {
    return request.header(SIGNATURE).isPresent()
        ? List.of()
        : channelOf(request).map(parser -> parser.consents(request)).orElse(List.of());
  }

  /** The parser of the account's own channel, where the channel has one. */
  private Optional<ReceiptParser> channelOf(ReceiptRequest request) {
    return Optional.ofNullable(accounts.getIfAvailable())
        .flatMap(all -> all.find(request.account()))
        .flatMap(
            account ->
                installed.stream()
                    .filter(parser -> parser.channel().equals(account.channel()))
                    .findFirst());
  }
}
