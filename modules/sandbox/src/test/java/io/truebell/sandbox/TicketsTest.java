package io.truebell.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.AccountId;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.message.DeliveryId;
import io.truebell.core.tenancy.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TicketsTest {
  private static final byte[] RECEIPT = "{}".getBytes(StandardCharsets.UTF_8);

  private final Tickets tickets = new Tickets(new byte[] {1, 2, 3});
  private final Ticket ticket =
      new Ticket(
          new TenantId(new UUID(1, 2)),
          new ChannelKey("webhook"),
          new AccountId(new UUID(3, 4)),
          new DeliveryId(new UUID(5, 6)));

  @Test
  void aTicketIsReadBackAsItWasWritten() {
    assertThat(tickets.read(tickets.write(ticket))).contains(ticket);
  }

  @Test
  @Tag("WALL-1")
  void aTicketThatWasChangedAnywhereIsNone() {
    String text = tickets.write(ticket);
    for (int i = 0; i < text.length() - 1; i++) {
      char other = text.charAt(i) == 'A' ? 'B' : 'A';
      String changed = text.substring(0, i) + other + text.substring(i + 1);
      assertThat(tickets.read(changed)).isEmpty();
    }
  }

  @Test
  void aTicketOfAnotherStartIsNone() {
    assertThat(new Tickets(new byte[] {4}).read(tickets.write(ticket))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "AAAA", "not base64!", "====", "\u4f8b"})
  void whatIsNoTicketIsNone(String text) {
    assertThat(tickets.read(text)).isEmpty();
    assertThat(tickets.read(text + "A".repeat(400))).isEmpty();
  }

  @Test
  void aSignatureFitsItsTicketAndItsReceiptOnly() {
    String signature = tickets.sign("a", RECEIPT);
    assertThat(tickets.signed("a", RECEIPT, signature)).isTrue();
    assertThat(tickets.signed("b", RECEIPT, signature)).isFalse();
    assertThat(tickets.signed("a", new byte[0], signature)).isFalse();
    assertThat(tickets.signed("a", RECEIPT, "")).isFalse();
  }
}
