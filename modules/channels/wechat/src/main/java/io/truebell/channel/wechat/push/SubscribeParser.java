package io.truebell.channel.wechat.push;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.push.PushBody.Format;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Events of subscribe messages [official, framework/open-ability/subscribe-message].
 *
 * <ul>
 *   <li>{@code subscribe_msg_popup_event}: the person answered the question, {@code accept} or
 *       {@code reject};
 *   <li>{@code subscribe_msg_change_event}: the person refused in the settings; taking that back is
 *       not pushed;
 *   <li>{@code subscribe_msg_sent_event}: what became of a message. {@code ErrorCode} 0 means that
 *       WeChat delivered it; others are failures of its own system, and their list is not
 *       published, so they prove nothing of the person.
 * </ul>
 *
 * <p>A message is known by {@code MsgID} alone. Person, template and time would name it too, but
 * not for certain, so a message whose {@code msgid} WeChat did not tell stays without a receipt.
 */
@Component
final class SubscribeParser implements ReceiptParser {
  private static final String POPUP = "subscribe_msg_popup_event";
  private static final String CHANGE = "subscribe_msg_change_event";
  private static final String SENT = "subscribe_msg_sent_event";
  private static final Set<Format> FORMATS = EnumSet.allOf(Format.class);

  private final PushDoor door;

  SubscribeParser(PushDoor door) {
    this.door = door;
  }

  @Override
  public ChannelKey channel() {
    return WechatAccount.SUBSCRIBE;
  }

  @Override
  public Authenticity verify(ReceiptRequest request) {
    return door.verify(
        request, FORMATS, message -> PushEvent.isOne(message, Set.of(POPUP, CHANGE, SENT)));
  }

  @Override
  public List<ProviderReceipt> read(ReceiptRequest request) {
    return event(request, Set.of(SENT))
        .flatMap(event -> event.items().stream().map(item -> receipt(event, item)))
        .toList();
  }

  @Override
  public List<ConsentNews> consents(ReceiptRequest request) {
    return event(request, Set.of(POPUP, CHANGE))
        .flatMap(event -> event.items().stream().map(item -> consent(event, item)))
        .toList();
  }

  private Stream<PushEvent> event(ReceiptRequest request, Set<String> names) {
    ObjectNode message = door.open(request, FORMATS);
    return PushEvent.isOne(message, names) ? Stream.of(PushEvent.read(message)) : Stream.empty();
  }

  private static ProviderReceipt receipt(PushEvent event, JsonNode item) {
    String message = needed(item, "MsgID");
    String code = needed(item, "ErrorCode");
    ReceiptNews news = code.equals("0") ? ReceiptNews.delivered() : ReceiptNews.undelivered();
    return new ProviderReceipt(
        event.id(PushBody.text(item, "TemplateId"), message),
        new ReceiptMatch.ByProviderRef(message),
        news,
        code,
        PushBody.text(item, "ErrorStatus"),
        event.at());
  }

  private static ConsentNews consent(PushEvent event, JsonNode item) {
    String template = needed(item, "TemplateId");
    String status = needed(item, "SubscribeStatusString");
    return new ConsentNews(
        event.id(template, status), event.person(), template, status, event.at());
  }

  private static String needed(JsonNode item, String name) {
    String text = PushBody.text(item, name);
    if (text.isEmpty()) {
      throw new IllegalStateException("an event without " + name);
    }
    return text;
  }
}
