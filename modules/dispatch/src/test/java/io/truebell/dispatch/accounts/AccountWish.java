package io.truebell.dispatch.accounts;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

/** Builds requests for accounts of the pigeon channel, a wish at a time. */
final class AccountWish {
  private final Integer version;
  private String channel = "pigeon";
  private String name;
  private Map<String, Object> settings;
  private Map<String, String> credentials;
  private Boolean enabled;
  private Boolean sandbox;
  private Boolean verifiedOnly;
  private JsonNode minimalText;
  private Integer timeoutMs;
  private List<Integer> ladder;
  private Integer receiptWithin;

  private AccountWish(Integer version, String name) {
    this.version = version;
    this.name = name;
  }

  /** An account that can send. */
  static AccountWish named(String name) {
    return bare(name).credential("ring_key", "ring-key-of-anna");
  }

  static AccountWish bare(String name) {
    return new AccountWish(null, name);
  }

  static AccountWish change(Integer version) {
    return new AccountWish(version, null);
  }

  AccountWish channel(String to) {
    channel = to;
    return this;
  }

  AccountWish name(String to) {
    name = to;
    return this;
  }

  AccountWish setting(String field, Object value) {
    settings = settings == null ? new HashMap<>() : settings;
    settings.put(field, value);
    return this;
  }

  AccountWish credential(String field, String value) {
    credentials = credentials == null ? new HashMap<>() : credentials;
    credentials.put(field, value);
    return this;
  }

  AccountWish enabled(boolean to) {
    enabled = to;
    return this;
  }

  AccountWish sandbox(boolean to) {
    sandbox = to;
    return this;
  }

  AccountWish verifiedOnly(boolean to) {
    verifiedOnly = to;
    return this;
  }

  AccountWish minimalText(String to) {
    minimalText = to == null ? NullNode.instance : StringNode.valueOf(to);
    return this;
  }

  AccountWish timeoutMs(int to) {
    timeoutMs = to;
    return this;
  }

  AccountWish ladder(Integer... to) {
    ladder = Arrays.asList(to);
    return this;
  }

  AccountWish receiptWithin(int seconds) {
    receiptWithin = seconds;
    return this;
  }

  AccountRequest request() {
    return new AccountRequest(
        channel,
        name,
        settings,
        credentials,
        enabled,
        sandbox,
        verifiedOnly,
        minimalText == null ? null : minimalText.stringValue(),
        timeoutMs,
        ladder,
        receiptWithin);
  }

  AccountChangeRequest changeRequest() {
    return new AccountChangeRequest(
        version,
        name,
        settings,
        credentials,
        enabled,
        sandbox,
        verifiedOnly,
        minimalText,
        timeoutMs,
        ladder,
        receiptWithin);
  }
}
