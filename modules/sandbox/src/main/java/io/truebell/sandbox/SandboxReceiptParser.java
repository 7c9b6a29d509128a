package io.truebell.sandbox;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.springframework.stereotype.Component;

/** How simulated providers report: signed by this process, over the raw bytes and the account. */
@Component
@ServedWhenEnabled
class SandboxReceiptParser implements ReceiptParser {
  static final String SIGNATURE = "X-Sandbox-Signature";

  private final Tickets tickets;

  SandboxReceiptParser(Tickets tickets) {
    this.tickets = tickets;
  }

  @Override
  public ChannelKey channel() {
    return ReceiptParser.SANDBOX;
  }

  @Override
  public Authenticity verify(ReceiptRequest request) {
    return request
            .header(SIGNATURE)
            .filter(
                signature ->
                    tickets.signed(request.account().toString(), request.body(), signature))
            .isPresent()
        ? Authenticity.receipts()
        : Authenticity.refused("bad_signature");
  }

  @Override
  public List<ProviderReceipt> read(ReceiptRequest request) {
    return new String(request.body(), StandardCharsets.UTF_8)
        .lines()
        .filter(line -> !line.isBlank())
        .map(SandboxReceipt::read)
        .toList();
  }
}
