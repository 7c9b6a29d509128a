package io.truebell.channel.webhook;

import io.truebell.core.spi.Content;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The body: {@code {"type", "timestamp", "data"}}, as Standard Webhooks recommends. Built once and
 * signed as the bytes that are sent; the same for every attempt.
 */
final class WebhookBody {
  /** Standard Webhooks asks for less than 20 KB. */
  static final int MAX_BYTES = 20 * 1024 - 1;

  /** The message cannot be put into a body. */
  static final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    private final String code;

    Impossible(String code, String text) {
      super(text);
      this.code = code;
    }

    String code() {
      return code;
    }
  }

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private WebhookBody() {}

  static byte[] write(Content content) throws Impossible {
    Map<String, Object> data = new LinkedHashMap<>();
    data.put("subject", content.subject());
    data.put("title", content.title());
    data.put("text", content.text());
    data.put("payload", content.payload());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("type", content.type());
    body.put("timestamp", content.createdAt().toString());
    body.put("data", data);
    byte[] bytes = encode(JSON.writeValueAsString(body));
    if (bytes.length > MAX_BYTES) {
      throw new Impossible(
          "too_large", "the body has " + bytes.length + " bytes; " + MAX_BYTES + " are allowed");
    }
    return bytes;
  }

  /** Strictly: half a character would otherwise become something else. */
  private static byte[] encode(String json) throws Impossible {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(json));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException e) {
      throw new Impossible("not_encodable", "the message cannot be written in UTF-8");
    }
  }
}
