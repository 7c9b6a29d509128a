package io.truebell.dispatch.accounts;

import jakarta.persistence.CollectionTable;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.annotations.Fetch;
import org.hibernate.annotations.FetchMode;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/**
 * A tenant's configured use of a channel. A removed one stays for the history of its deliveries.
 */
@Entity
@Table(name = "channel_account")
class ChannelAccount {
  @Id private UUID id;
  private String channel;
  private String name;
  private boolean enabled;
  private boolean sandbox;
  private @Nullable Instant verifiedAt;
  private boolean verifiedEndpointsOnly;
  private @Nullable String minimalText;

  @JdbcTypeCode(SqlTypes.JSON)
  private Map<String, Object> settings;

  private int timeoutMs;

  @JdbcTypeCode(SqlTypes.ARRAY)
  private List<Integer> retryLadderSeconds;

  private @Nullable Integer receiptWithinSeconds;
  private int policyVersion;
  private @Nullable Instant removedAt;
  private Instant createdAt;
  private Instant updatedAt;
  @Version private int version;

  @ElementCollection(fetch = FetchType.EAGER)
  @CollectionTable(
      name = "channel_credential",
      joinColumns = @JoinColumn(name = "account_id", nullable = false))
  @MapKeyColumn(name = "field")
  @Fetch(FetchMode.SUBSELECT)
  private Map<String, SealedCredential> credentials = new HashMap<>();

  @SuppressWarnings("NullAway.Init")
  protected ChannelAccount() {}

  ChannelAccount(UUID id, String channel, boolean sandbox, AccountTerms terms, Instant now) {
    this.id = id;
    this.channel = channel;
    this.sandbox = sandbox;
    this.name = terms.name();
    this.enabled = terms.enabled();
    this.verifiedEndpointsOnly = terms.verifiedEndpointsOnly();
    this.minimalText = terms.minimalText();
    this.settings = terms.settings();
    this.timeoutMs = terms.timeoutMs();
    this.retryLadderSeconds = terms.retryLadder();
    this.receiptWithinSeconds = terms.receiptWithinSeconds();
    this.policyVersion = 1;
    this.createdAt = now;
    this.updatedAt = now;
  }

  AccountTerms terms() {
    return new AccountTerms(
        name,
        enabled,
        verifiedEndpointsOnly,
        minimalText,
        settings,
        timeoutMs,
        retryLadderSeconds,
        receiptWithinSeconds);
  }

  void change(AccountTerms to, Instant now) {
    if (!terms().decidesLike(to)) {
      policyVersion++;
    }
    name = to.name();
    enabled = to.enabled();
    verifiedEndpointsOnly = to.verifiedEndpointsOnly();
    minimalText = to.minimalText();
    settings = to.settings();
    timeoutMs = to.timeoutMs();
    retryLadderSeconds = to.retryLadder();
    receiptWithinSeconds = to.receiptWithinSeconds();
    updatedAt = now;
  }

  void seal(String field, SealedCredential credential) {
    credentials.put(field, credential);
  }

  void forget(String field) {
    credentials.remove(field);
  }

  /** Takes it out of use for good; its secrets go, its history stays. */
  void remove(Instant now) {
    enabled = false;
    credentials.clear();
    removedAt = now;
    updatedAt = now;
  }

  UUID id() {
    return id;
  }

  String channel() {
    return channel;
  }

  boolean sandbox() {
    return sandbox;
  }

  @Nullable Instant verifiedAt() {
    return verifiedAt;
  }

  int policyVersion() {
    return policyVersion;
  }

  boolean removed() {
    return removedAt != null;
  }

  Instant createdAt() {
    return createdAt;
  }

  Instant updatedAt() {
    return updatedAt;
  }

  int version() {
    return version;
  }

  Map<String, SealedCredential> credentials() {
    return Map.copyOf(credentials);
  }
}
