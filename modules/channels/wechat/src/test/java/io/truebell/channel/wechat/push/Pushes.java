package io.truebell.channel.wechat.push;

import io.truebell.channel.wechat.account.WechatSettings;
import io.truebell.channel.wechat.api.Accounts;
import io.truebell.core.message.AccountId;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.spi.Settings;
import io.truebell.core.vault.Secret;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Cipher;

/** Pushes as WeChat makes them. */
final class Pushes {
  static final String TOKEN = "pamtest";
  static final String KEY = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";
  static final String OTHER_KEY = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFG";
  static final Instant AT = Instant.parse("2026-11-30T08:00:00Z");
  static final AccountId ACCOUNT = new AccountId(new UUID(7, 8));

  private final Map<String, String> credentials = new HashMap<>();
  private String mode = "safe";
  private String method = "POST";
  private String nonce = "n-1";
  private Instant signedAt = AT;
  private Instant receivedAt = AT;
  private String signedWith = TOKEN;
  private String encryptedWith = KEY;
  private String appid = Accounts.APP_ID;

  private Pushes() {
    credentials.put("push_token", TOKEN);
    credentials.put("encoding_aes_key", KEY);
  }

  static Pushes safe() {
    return new Pushes();
  }

  static Pushes plain() {
    Pushes plain = new Pushes();
    plain.mode = "plain";
    return plain;
  }

  static PushDoor door() {
    return new PushDoor(
        new SeenNonces(),
        new WechatSettings(URI.create("https://api.weixin.qq.com"), Duration.ofMinutes(5)));
  }

  Pushes mode(String mode) {
    this.mode = mode;
    return this;
  }

  Pushes method(String method) {
    this.method = method;
    return this;
  }

  Pushes nonce(String nonce) {
    this.nonce = nonce;
    return this;
  }

  Pushes signedAt(Instant at) {
    this.signedAt = at;
    return this;
  }

  Pushes receivedAt(Instant at) {
    this.receivedAt = at;
    return this;
  }

  Pushes signedWith(String token) {
    this.signedWith = token;
    return this;
  }

  Pushes encryptedWith(String key) {
    this.encryptedWith = key;
    return this;
  }

  Pushes appid(String appid) {
    this.appid = appid;
    return this;
  }

  Pushes credential(String name, String value) {
    credentials.put(name, value);
    return this;
  }

  Pushes without(String name) {
    credentials.remove(name);
    return this;
  }

  /** A body as it stands. */
  ReceiptRequest raw(String body) {
    return request(body, query());
  }

  /** With {@code more} in the query. */
  ReceiptRequest raw(String body, Map<String, String> more) {
    Map<String, String> query = query();
    query.putAll(more);
    return request(body, query);
  }

  /** The message encrypted, in a body of the same format. */
  ReceiptRequest encrypted(String message) {
    return enclosed(message, "");
  }

  /** As in compatible mode: with clear fields beside it. */
  ReceiptRequest enclosed(String message, String beside) {
    String encrypt = encrypt(message);
    String body =
        message.startsWith("<")
            ? "<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA["
                + encrypt
                + "]]></Encrypt>"
                + beside
                + "</xml>"
            : "{\"ToUserName\":\"gh_1\",\"Encrypt\":\"" + encrypt + "\"" + beside + "}";
    return request(body, signed(encrypt));
  }

  String encrypt(String message) {
    return encrypt(encryptedWith, "aaaabbbbccccdddd", message, appid);
  }

  Map<String, String> signed(String encrypt) {
    Map<String, String> query = query();
    query.put("encrypt_type", "aes");
    query.put(
        "msg_signature",
        PushSignature.of(Secret.of(signedWith), query.get("timestamp"), nonce, encrypt));
    return query;
  }

  private Map<String, String> query() {
    String timestamp = Long.toString(signedAt.getEpochSecond());
    Map<String, String> query = new LinkedHashMap<>();
    query.put("signature", PushSignature.of(Secret.of(signedWith), timestamp, nonce));
    query.put("timestamp", timestamp);
    query.put("nonce", nonce);
    return query;
  }

  private ReceiptRequest request(String body, Map<String, String> query) {
    String raw =
        query.entrySet().stream()
            .map(e -> e.getKey() + "=" + URLEncoder.encode(e.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    Map<String, Secret> secrets = new HashMap<>();
    credentials.forEach((name, value) -> secrets.put(name, Secret.of(value)));
    return new ReceiptRequest(
        method,
        URI.create("https://bell.example.com/in/token?" + raw),
        "",
        raw,
        Map.of(),
        body.getBytes(StandardCharsets.UTF_8),
        receivedAt,
        ACCOUNT,
        new Settings(Map.of("appid", Accounts.APP_ID, "push_mode", mode)),
        secrets);
  }

  static String encrypt(String key, String random, String message, String appid) {
    byte[] said = message.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    plain.writeBytes(random.getBytes(StandardCharsets.US_ASCII));
    plain.writeBytes(ByteBuffer.allocate(4).putInt(said.length).array());
    plain.writeBytes(said);
    plain.writeBytes(appid.getBytes(StandardCharsets.UTF_8));
    int padding = 32 - plain.size() % 32;
    for (int i = 0; i < padding; i++) {
      plain.write(padding);
    }
    try {
      return Base64.getEncoder()
          .encodeToString(PushCipher.run(Cipher.ENCRYPT_MODE, Secret.of(key), plain.toByteArray()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
