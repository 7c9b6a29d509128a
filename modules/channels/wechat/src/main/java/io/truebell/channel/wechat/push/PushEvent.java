package io.truebell.channel.wechat.push;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An event as both formats have it.
 *
 * @param name e.g. {@code subscribe_msg_sent_event}
 * @param person openid
 * @param at when it happened; WeChat writes seconds, as a number or as a text [official, forum]
 */
record PushEvent(String name, String person, Instant at, ObjectNode body) {
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,11}");

  /**
   * What the items stand in. XML: an element of the event's own, with a {@code List} for each.
   * JSON: a {@code List} at the top, an object when there is one and an array when there are more
   * [official, forum]. The official sample of a change stands in the element of a popup, so each is
   * taken with each.
   */
  private static final List<String> WRAPPERS =
      List.of("SubscribeMsgPopupEvent", "SubscribeMsgChangeEvent", "SubscribeMsgSentEvent");

  /** Whether a message is one of these events. */
  static boolean isOne(ObjectNode message, Set<String> names) {
    return PushBody.text(message, "MsgType").equals("event")
        && names.contains(PushBody.text(message, "Event"));
  }

  /**
   * Reads one.
   *
   * @throws IllegalStateException when it is not an event
   */
  static PushEvent read(ObjectNode message) {
    String person = PushBody.text(message, "FromUserName");
    String seconds = PushBody.text(message, "CreateTime");
    if (person.isEmpty() || !SECONDS.matcher(seconds).matches()) {
      throw new IllegalStateException("an event without a person or a time");
    }
    Instant at = Instant.ofEpochSecond(Long.parseLong(seconds));
    return new PushEvent(PushBody.text(message, "Event"), person, at, message);
  }

  /** What it lists. */
  List<JsonNode> items() {
    List<JsonNode> items = new ArrayList<>(list(body.path("List")));
    WRAPPERS.forEach(wrapper -> items.addAll(list(body.path(wrapper).path("List"))));
    return items;
  }

  private static List<JsonNode> list(JsonNode list) {
    if (list.isObject()) {
      return List.of(list);
    }
    List<JsonNode> items = new ArrayList<>();
    if (list.isArray()) {
      list.forEach(items::add);
    }
    return items;
  }

  /**
   * What makes a report unique: WeChat advises person and time, the rest makes it exact. A hash,
   * since a person's id is nobody's to see.
   */
  String id(String template, String message) {
    String all =
        String.join("\n", person, Long.toString(at.getEpochSecond()), name, template, message);
    return HexFormat.of().formatHex(PushSignature.digest("SHA-256", all), 0, 16);
  }
}
