package io.truebell.receipts.inbound;

import io.truebell.core.message.ChannelKey;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ConsentNews;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ReceiptMatch;
import io.truebell.core.spi.ReceiptNews;
import io.truebell.core.spi.ReceiptNews.Proof;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.vault.Secret;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Status callbacks as Twilio signs them: HMAC-SHA1 with the account's token over the address and
 * the sorted form fields. A form field {@code Batch} carries several.
 */
final class TwilioLikeParser implements ReceiptParser {
  private static final Map<String, ReceiptNews> WORDS =
      Map.of(
          "delivered", ReceiptNews.delivered(),
          "undelivered", ReceiptNews.undelivered(),
          "blocked", ReceiptNews.undelivered(Proof.PERSON_REFUSED),
          "sent", ReceiptNews.progress(),
          "queued", ReceiptNews.progress());

  @Override
  public ChannelKey channel() {
    return new ChannelKey("twilio-like");
  }

  @Override
  public Authenticity verify(ReceiptRequest request) {
    if (request.method().equals("GET")) {
      return Authenticity.challenge("hello");
    }
    Secret token = request.credentials().get("auth_token");
    String signature = request.header("X-Twilio-Signature").orElse("");
    if (token == null || !isForm(request)) {
      return Authenticity.refused("no_form");
    }
    byte[] expected =
        sign(token.revealText(), request.url().toString(), fields(request))
            .getBytes(StandardCharsets.US_ASCII);
    return MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8))
        ? Authenticity.receipts()
        : Authenticity.refused("bad_signature");
  }

  private static boolean isForm(ReceiptRequest request) {
    try {
      return !fields(request).isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public List<ProviderReceipt> read(ReceiptRequest request) {
    Map<String, String> fields = fields(request);
    String ids = fields.getOrDefault("Batch", fields.get("MessageSid"));
    if (ids == null) {
      return List.of();
    }
    String status = fields.get("MessageStatus");
    ReceiptNews news = WORDS.get(status);
    if (news == null) {
      throw new IllegalStateException("no such status");
    }
    return Arrays.stream(ids.split(","))
        .map(
            sid ->
                new ProviderReceipt(
                    sid + "/" + status,
                    new ReceiptMatch.ByProviderRef(sid),
                    news,
                    fields.getOrDefault("ErrorCode", status),
                    fields.getOrDefault("Text", ""),
                    null))
        .toList();
  }

  /** A form field {@code Stop} says that this number wants no more. */
  @Override
  public List<ConsentNews> consents(ReceiptRequest request) {
    String number = fields(request).get("Stop");
    return number == null
        ? List.of()
        : List.of(new ConsentNews("stop-" + number, number, "any", "reject", request.receivedAt()));
  }

  private static Map<String, String> fields(ReceiptRequest request) {
    Map<String, String> fields = new TreeMap<>();
    for (String pair : new String(request.body(), StandardCharsets.UTF_8).split("&", -1)) {
      int at = pair.indexOf('=');
      if (at > 0) {
        fields.put(
            URLDecoder.decode(pair.substring(0, at), StandardCharsets.UTF_8),
            URLDecoder.decode(pair.substring(at + 1), StandardCharsets.UTF_8));
      }
    }
    return fields;
  }

  static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(
            e ->
                URLEncoder.encode(e.getKey(), StandardCharsets.UTF_8)
                    + "="
                    + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
        .collect(Collectors.joining("&"));
  }

  static String sign(String token, String url, Map<String, String> fields) {
    StringBuilder text = new StringBuilder(url);
    new TreeMap<>(fields).forEach((name, value) -> text.append(name).append(value));
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(token.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(text.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
