package io.truebell.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.testkit.ReceiptParserContract;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;

class SandboxReceiptParserTest extends ReceiptParserContract {
  private final Tickets tickets = new Tickets(new byte[32]);

  @Override
  protected ReceiptParser parser() {
    StaticListableBeanFactory nothing = new StaticListableBeanFactory();
    return new SandboxReceiptParser(
        tickets,
        nothing.getBeanProvider(ReceiptParser.class),
        nothing.getBeanProvider(ChannelAccounts.class));
  }

  @Override
  protected Map<String, String> credentials() {
    return Map.of();
  }

  @Override
  protected byte[] delivered() {
    return SandboxReceipt.DELIVERED.line(new DeliveryId(DELIVERY)).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected Map<String, String> signed(byte[] body) {
    return Map.of(SandboxReceiptParser.SIGNATURE, tickets.sign(ACCOUNT.toString(), body));
  }

  @Test
  void aSignatureFitsOneAccountOnly() {
    byte[] body = delivered();
    String other = new AccountId(new UUID(1, 1)).toString();
    assertThat(tickets.signed(other, body, tickets.sign(ACCOUNT.toString(), body))).isFalse();
  }
}
