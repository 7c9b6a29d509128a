package io.truebell.channel.wechat.simulator;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.core.message.AccountId;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ChannelAccounts;
import io.truebell.core.spi.ChannelAccounts.Opened;
import io.truebell.core.spi.SimulatedReport;
import io.truebell.core.vault.Secret;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Puts an event into the form in which the account told WeChat to push. */
@Component
class SimulatedPush {
  private final ChannelAccounts accounts;
  private final Ids ids;
  private final Clock clock;

  SimulatedPush(ChannelAccounts accounts, Ids ids, Clock clock) {
    this.accounts = accounts;
    this.ids = ids;
    this.clock = clock;
  }

  /** Empty when the account has no message push. */
  Optional<SimulatedReport> report(AccountId account, SimulatedEvent event, boolean xml) {
    return accounts.open(account, opened -> report(opened, event, xml)).flatMap(report -> report);
  }

  private Optional<SimulatedReport> report(Opened account, SimulatedEvent event, boolean xml) {
    Secret token = account.credentials().get(WechatAccount.PUSH_TOKEN);
    Secret key = account.credentials().get(WechatAccount.AES_KEY);
    String mode = account.settings().text(WechatAccount.PUSH_MODE, "safe");
    if (token == null || (key == null && !mode.equals(WechatAccount.PLAIN))) {
      return Optional.empty();
    }
    String timestamp = Long.toString(clock.instant().getEpochSecond());
    String nonce = ids.next().toString().replace("-", "");
    String query =
        "signature="
            + PushCipherText.signature(token.revealText(), timestamp, nonce)
            + ("&timestamp=" + timestamp + "&nonce=" + nonce + "&openid=" + event.openid());
    if (key == null || mode.equals(WechatAccount.PLAIN)) {
      return Optional.of(report(query, event.body(xml), xml));
    }
    String encrypted = PushCipherText.encrypt(key, random(), event.body(xml), Said.appid(account));
    String whole =
        query
            + "&encrypt_type=aes&msg_signature="
            + PushCipherText.signature(token.revealText(), timestamp, nonce, encrypted);
    return Optional.of(report(whole, event.sealed(xml, mode.equals("compatible"), encrypted), xml));
  }

  private static SimulatedReport report(String query, byte[] body, boolean xml) {
    String type = xml ? "text/xml; charset=utf-8" : "application/json; charset=utf-8";
    return new SimulatedReport(query, Map.of("Content-Type", type), body);
  }

  /** Sixteen bytes that differ each time; here nobody has to be unable to guess them. */
  private byte[] random() {
    UUID id = ids.next();
    byte[] text = id.toString().replace("-", "").getBytes(StandardCharsets.US_ASCII);
    return Arrays.copyOfRange(text, 16, 32);
  }
}
