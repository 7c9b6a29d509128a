package io.truebell.dispatch.recipients;

import io.truebell.core.rest.ApiProblem;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The tenant's recipients. */
@Component
class Recipients {
  /**
   * A recipient that was put.
   *
   * @param created whether it is new
   */
  record Put(Recipient recipient, boolean created) {}

  private final EntityManager entities;

  Recipients(EntityManager entities) {
    this.entities = entities;
  }

  // Insert-or-nothing first: of many parallel calls for a new person one creates, none fails.
  @Transactional
  public Put put(UUID newId, ExternalId externalId, Whereabouts whereabouts, Instant now) {
    int inserted =
        entities
            .createQuery(
                """
                insert into Recipient (id, externalId, locale, zone, createdAt, updatedAt, version)
                values (:id, :externalId, :locale, :zone, :now, :now, 0)
                on conflict do nothing
                """)
            .setParameter("id", newId)
            .setParameter("externalId", externalId.value())
            .setParameter("locale", whereabouts.locale())
            .setParameter("zone", whereabouts.zone())
            .setParameter("now", now)
            .executeUpdate();
    Recipient recipient = locked(externalId.value());
    recipient.moveTo(whereabouts, now);
    return new Put(recipient, inserted == 1);
  }

  @Transactional(readOnly = true)
  public Optional<Recipient> find(String externalId) {
    if (!ExternalId.possible(externalId)) {
      return Optional.empty();
    }
    return entities
        .createQuery("from Recipient where externalId = :externalId", Recipient.class)
        .setParameter("externalId", externalId)
        .getResultStream()
        .findFirst();
  }

  /**
   * A recipient who must exist.
   *
   * @throws ApiProblem 404 when the recipient is unknown
   */
  @Transactional(readOnly = true)
  public Recipient known(String externalId) {
    return find(externalId).orElseThrow(() -> ApiProblem.notFound("recipient"));
  }

  @Transactional(readOnly = true)
  public List<Recipient> page(UUID before, int limit) {
    return entities
        .createQuery("from Recipient where id < :before order by id desc", Recipient.class)
        .setParameter("before", before)
        .setMaxResults(limit)
        .getResultList();
  }

  private Recipient locked(String externalId) {
    return entities
        .createQuery("from Recipient where externalId = :externalId", Recipient.class)
        .setParameter("externalId", externalId)
        .setLockMode(LockModeType.PESSIMISTIC_WRITE)
        .getSingleResult();
  }
}
