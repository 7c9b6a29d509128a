package io.truebell.receipts.inbound;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.spi.ReceiptParser;
import io.truebell.testkit.ReceiptParserContract;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The contract against a real protocol. */
class TwilioLikeParserTest extends ReceiptParserContract {
  private static final Map<String, String> FIELDS =
      Map.of("MessageSid", "SM1", "MessageStatus", "delivered", "Text", "😊");

  @Override
  protected ReceiptParser parser() {
    return new TwilioLikeParser();
  }

  @Override
  protected Map<String, String> credentials() {
    return Map.of("auth_token", "a-token-of-the-account");
  }

  @Override
  protected byte[] delivered() {
    return TwilioLikeParser.form(FIELDS).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  protected Map<String, String> signed(byte[] body) {
    return Map.of(
        "X-Twilio-Signature", TwilioLikeParser.sign("a-token-of-the-account", URL, FIELDS));
  }

  /** twilio-node, examples/WebhookSignatureValidation.md. */
  @Test
  void itSignsLikeTheProvidersOwnExample() {
    assertThat(
            TwilioLikeParser.sign(
                "12345",
                "https://mycompany.com/myapp.php?foo=1&bar=2",
                Map.of(
                    "CallSid", "CA1234567890ABCDE",
                    "Caller", "+12349013030",
                    "Digits", "1234",
                    "From", "+12349013030",
                    "To", "+18005551212")))
        .isEqualTo("0/KCTR6DLpKmkAf8muzZqo1nDgQ=");
  }
}
