package io.truebell.dispatch.recipients;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An address of a recipient on a channel. What it is stays sealed. */
@Entity
@Table(name = "endpoint")
@SuppressWarnings(
    "UnusedVariable") // the sealed address is written here and read by the worker's SQL
class Endpoint {
  private static final byte[] NOTHING = {};

  /** Named as stored. */
  enum Status {
    unverified,
    verified,
    /** The provider proved that this address will never work. */
    dead
  }

  /**
   * An address that was checked and sealed.
   *
   * @param print keyed fingerprint: finds an equal address without opening it
   * @param hint what may be shown of it
   * @param secret the endpoint's own secret, sealed; null when it has none
   */
  record SealedAddress(byte[] address, byte[] print, String hint, byte @Nullable [] secret) {}

  @Id private UUID id;
  private UUID recipientId;
  private String channel;
  private @Nullable UUID accountId;
  private byte[] address;
  private byte[] addressPrint;
  private String hint;
  private byte @Nullable [] secret;

  @Enumerated(EnumType.STRING)
  private Status status;

  private String statusReason;
  private @Nullable Instant removedAt;
  private Instant createdAt;
  private Instant updatedAt;
  @Version private int version;

  @SuppressWarnings("NullAway.Init")
  protected Endpoint() {}

  Endpoint(
      UUID id,
      UUID recipientId,
      String channel,
      @Nullable UUID accountId,
      SealedAddress sealed,
      Instant now) {
    this.id = id;
    this.recipientId = recipientId;
    this.channel = channel;
    this.accountId = accountId;
    this.address = sealed.address();
    this.addressPrint = sealed.print();
    this.hint = sealed.hint();
    this.secret = sealed.secret();
    this.status = Status.unverified;
    this.statusReason = "added";
    this.createdAt = now;
    this.updatedAt = now;
  }

  void replaceSecret(byte[] sealed, Instant now) {
    secret = sealed;
    updatedAt = now;
  }

  void become(Status to, String reason, Instant now) {
    if (status != to) {
      status = to;
      statusReason = reason;
      updatedAt = now;
    }
  }

  /** Takes it out of use for good. Its history keeps the hint; what could be used is gone. */
  void remove(Instant now) {
    address = NOTHING;
    secret = null;
    removedAt = now;
    updatedAt = now;
  }

  UUID id() {
    return id;
  }

  UUID recipientId() {
    return recipientId;
  }

  String channel() {
    return channel;
  }

  @Nullable UUID accountId() {
    return accountId;
  }

  byte[] addressPrint() {
    return addressPrint;
  }

  String hint() {
    return hint;
  }

  boolean secretSet() {
    return secret != null;
  }

  Status status() {
    return status;
  }

  String statusReason() {
    return statusReason;
  }

  Instant createdAt() {
    return createdAt;
  }

  Instant updatedAt() {
    return updatedAt;
  }
}
