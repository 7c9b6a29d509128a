package io.truebell.dispatch.recipients;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import java.time.Instant;
import java.util.UUID;

/** A person whom a tenant notifies, known by the tenant's own id of them. */
@Entity
@Table(name = "recipient")
class Recipient {
  @Id private UUID id;
  private String externalId;
  private String locale;
  private String zone;
  private Instant createdAt;
  private Instant updatedAt;
  @Version private int version;

  @SuppressWarnings("NullAway.Init")
  protected Recipient() {}

  void moveTo(Whereabouts to, Instant now) {
    if (!to.equals(whereabouts())) {
      locale = to.locale();
      zone = to.zone();
      updatedAt = now;
    }
  }

  Whereabouts whereabouts() {
    return new Whereabouts(zone, locale);
  }

  UUID id() {
    return id;
  }

  String externalId() {
    return externalId;
  }

  Instant createdAt() {
    return createdAt;
  }

  Instant updatedAt() {
    return updatedAt;
  }
}
