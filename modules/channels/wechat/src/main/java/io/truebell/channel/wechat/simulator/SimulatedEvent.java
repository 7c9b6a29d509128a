package io.truebell.channel.wechat.simulator;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * An event as WeChat writes it.
 *
 * @param name e.g. {@code subscribe_msg_sent_event}
 * @param seconds when it happened
 * @param wrapper the element that the items stand in as XML; empty when they stand at the top
 * @param items at least one
 */
record SimulatedEvent(
    String name, String openid, long seconds, String wrapper, List<Map<String, String>> items) {
  /** What it is sent to. */
  static final String RECEIVER = "gh_simulated";

  private static final JsonMapper JSON = JsonMapper.shared();

  SimulatedEvent {
    items = List.copyOf(items);
  }

  static SimulatedEvent consent(
      String name, String wrapper, String openid, long seconds, String template, String status) {
    Map<String, String> item = new LinkedHashMap<>();
    item.put("TemplateId", template);
    item.put("SubscribeStatusString", status);
    if (wrapper.equals("SubscribeMsgPopupEvent")) {
      item.put("PopupScene", "0");
    }
    return new SimulatedEvent(name, openid, seconds, wrapper, List.of(item));
  }

  byte[] body(boolean xml) {
    return (xml ? xml(xmlFields() + xmlItems()) : JSON.writeValueAsString(jsonFields()))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** The encrypted form; in compatible mode everything stands beside it in clear as well. */
  byte[] sealed(boolean xml, boolean compatible, String encrypted) {
    if (xml) {
      String clear = compatible ? xmlFields() + xmlItems() : element("ToUserName", RECEIVER);
      return xml(clear + element("Encrypt", encrypted)).getBytes(StandardCharsets.UTF_8);
    }
    Map<String, Object> fields =
        compatible ? jsonFields() : new LinkedHashMap<>(Map.of("ToUserName", RECEIVER));
    fields.put("Encrypt", encrypted);
    return JSON.writeValueAsString(fields).getBytes(StandardCharsets.UTF_8);
  }

  /** One item is an object, more are an array; numbers are texts [official, forum]. */
  private Map<String, Object> jsonFields() {
    Map<String, Object> fields = new LinkedHashMap<>(fields());
    if (wrapper.isEmpty()) {
      fields.putAll(items.getFirst());
    } else {
      fields.put("List", items.size() == 1 ? items.getFirst() : items);
    }
    return fields;
  }

  private Map<String, String> fields() {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("ToUserName", RECEIVER);
    fields.put("FromUserName", openid);
    fields.put("CreateTime", Long.toString(seconds));
    fields.put("MsgType", "event");
    fields.put("Event", name);
    return fields;
  }

  private String xmlFields() {
    return elements(fields());
  }

  private String xmlItems() {
    if (wrapper.isEmpty()) {
      return elements(items.getFirst());
    }
    return items.stream()
        .map(item -> "<List>" + elements(item) + "</List>")
        .collect(Collectors.joining("", "<" + wrapper + ">", "</" + wrapper + ">"));
  }

  private static String elements(Map<String, String> values) {
    return values.entrySet().stream()
        .map(value -> element(value.getKey(), value.getValue()))
        .collect(Collectors.joining());
  }

  private static String element(String name, String value) {
    return "<" + name + "><![CDATA[" + value + "]]></" + name + ">";
  }

  private static String xml(String inside) {
    return "<xml>" + inside + "</xml>";
  }
}
