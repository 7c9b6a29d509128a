package io.truebell.channel.wechat.push;

import io.truebell.channel.wechat.account.WechatAccount;
import io.truebell.channel.wechat.push.PushBody.Format;
import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.ObjectNode;

/**
 * What becomes of template messages: {@code TEMPLATESENDJOBFINISH} with {@code MsgID} and {@code
 * Status} [official]. The words are written with and without spaces, so they are compared without.
 */
@Component
final class OfficialParser implements ReceiptParser {
  private static final Set<String> EVENTS = Set.of("TEMPLATESENDJOBFINISH");
  private static final Set<Format> FORMATS = Set.of(Format.XML);
  private static final String SUCCESS = "success";
  private static final String BLOCKED = "failed:userblock";
  private static final String FAILED = "failed";

  private final PushDoor door;

  OfficialParser(PushDoor door) {
    this.door = door;
  }

  @Override
  public ChannelKey channel() {
    return WechatAccount.OFFICIAL;
  }

  @Override
  public Authenticity verify(ReceiptRequest request) {
    return door.verify(request, FORMATS, message -> PushEvent.isOne(message, EVENTS));
  }

  @Override
  public List<ProviderReceipt> read(ReceiptRequest request) {
    ObjectNode message = door.open(request, FORMATS);
    return PushEvent.isOne(message, EVENTS) ? List.of(receipt(message)) : List.of();
  }

  private static ProviderReceipt receipt(ObjectNode message) {
    PushEvent event = PushEvent.read(message);
    String id = PushBody.text(message, "MsgID");
    if (id.isEmpty()) {
      throw new IllegalStateException("an event without MsgID");
    }
    String status = PushBody.text(message, "Status");
    String word = status.toLowerCase(Locale.ROOT).replaceAll("\\s+", "");
    return new ProviderReceipt(
        event.id("", id), new ReceiptMatch.ByProviderRef(id), news(word), word, status, event.at());
  }

  /** [official]: success, user block, system failed; [forum]: freq limit, and maybe others. */
  private static ReceiptNews news(String word) {
    if (word.equals(SUCCESS)) {
      return ReceiptNews.delivered();
    }
    if (word.equals(BLOCKED)) {
      return ReceiptNews.undelivered(Proof.PERSON_REFUSED);
    }
    if (word.startsWith(FAILED)) {
      return ReceiptNews.undelivered();
    }
    throw new IllegalStateException("a status that no document describes");
  }
}
