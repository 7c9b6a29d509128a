package io.truebell.suppression;

import static java.util.Map.entry;

import io.truebell.core.message.ReasonCatalog;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Why somebody is not tried, and why somebody is tried again. */
@Component
class SuppressionReasons implements ReasonCatalog {
  static final String REFUSED = "person_refused";
  static final String BY_TENANT = "suppressed_by_tenant";
  static final String CONSENTED = "person_consented";

  private static final Map<String, Sentences> ALL =
      Map.ofEntries(
          entry(
              REFUSED,
              new Sentences(
                  "Not sent: the recipient refused messages on {channel} (counts since {since}); the inbox has it",
                  "未发送：收件人已拒绝 {channel} 的消息（自 {since} 起计）；消息在站内收件箱中")),
          entry(
              BY_TENANT,
              new Sentences(
                  "Not sent: the sender has suppressed the recipient on {channel} since {since};"
                      + " the inbox has it",
                  "未发送：发送方自 {since} 起已将该收件人在 {channel} 上列入禁发名单；消息在站内收件箱中")),
          entry(
              CONSENTED, new Sentences("Lifted: the recipient consented again", "已解除：收件人重新同意接收")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
