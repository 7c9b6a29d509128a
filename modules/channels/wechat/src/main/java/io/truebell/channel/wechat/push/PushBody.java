package io.truebell.channel.wechat.push;

import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A body as a tree, the same for XML and JSON. */
final class PushBody {
  /** How a body can be written; an official account gets XML alone [official]. */
  enum Format {
    XML,
    JSON
  }

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private PushBody() {}

  /** Empty when it is in none of these formats. */
  static Optional<ObjectNode> read(byte[] body, Set<Format> formats) {
    int first = 0;
    while (first < body.length && Character.isWhitespace(body[first])) {
      first++;
    }
    if (first == body.length) {
      return Optional.empty();
    }
    return switch (body[first]) {
      case '<' -> formats.contains(Format.XML) ? XmlTree.read(body, first) : Optional.empty();
      case '{' -> formats.contains(Format.JSON) ? json(body) : Optional.empty();
      default -> Optional.empty();
    };
  }

  private static Optional<ObjectNode> json(byte[] body) {
    try {
      JsonNode tree = MAPPER.readTree(body);
      return tree instanceof ObjectNode object ? Optional.of(object) : Optional.empty();
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** A text, or a whole number as text; empty when there is none. */
  static String text(JsonNode node, String name) {
    JsonNode value = node.path(name);
    return value.isString() || value.isIntegralNumber() ? value.asString() : "";
  }
}
