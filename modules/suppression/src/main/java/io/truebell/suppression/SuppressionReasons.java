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
              "ban_set_person",
              new Sentences("The person refused messages on {channel}", "此人拒绝了 {channel} 的消息")),
          entry(
              "ban_set_tenant",
              new Sentences(
                  "The sender suppressed the person on {channel}", "发送方将此人在 {channel} 上列入禁发名单")),
          entry(
              "ban_stood_person",
              new Sentences(
                  "The person had refused messages on {channel}, and that stood",
                  "此人此前已拒绝 {channel} 的消息，当时仍有效")),
          entry(
              "ban_stood_tenant",
              new Sentences(
                  "The sender had suppressed the person on {channel}, and that stood",
                  "发送方此前已将此人在 {channel} 上列入禁发名单，当时仍有效")),
          entry(
              "ban_ended_person",
              new Sentences(
                  "That the person refused messages on {channel} (since {since}) did not count any longer",
                  "此人对 {channel} 消息的拒绝（自 {since} 起）不再有效")),
          entry(
              "ban_ended_tenant",
              new Sentences(
                  "The sender's suppression of the person on {channel} (since {since}) was lifted",
                  "发送方对此人在 {channel} 上的禁发（自 {since} 起）已解除")),
          entry(
              CONSENTED, new Sentences("Lifted: the recipient consented again", "已解除：收件人重新同意接收")));

  @Override
  public Map<String, Sentences> sentences() {
    return ALL;
  }
}
