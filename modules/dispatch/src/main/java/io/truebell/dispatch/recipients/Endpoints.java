package io.truebell.dispatch.recipients;

import io.truebell.core.rest.ApiProblem;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The addresses of recipients. Removed ones are never found. */
@Component
class Endpoints {
  /** Most endpoints of one recipient; far above what a person has, and a page's limit. */
  static final int MOST = 50;

  private final EntityManager entities;

  Endpoints(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * Adds an endpoint, or finds the recipient's existing one with the same address. The recipient's
   * row is locked meanwhile, so of parallel calls one adds.
   *
   * @return the stored one: the candidate, or one with another id when it existed
   * @throws ApiProblem 409 when the address is there for another account, 422 when there are too
   *     many
   */
  @Transactional
  public Endpoint addOrFind(Endpoint candidate) {
    entities.find(Recipient.class, candidate.recipientId(), LockModeType.PESSIMISTIC_WRITE);
    Optional<Endpoint> existing = sameAddress(candidate);
    if (existing.isPresent()) {
      if (!Objects.equals(existing.get().accountId(), candidate.accountId())) {
        throw ApiProblem.conflict(
            "endpoint_exists", "The recipient has this address already, for another account.");
      }
      return existing.get();
    }
    if (of(candidate.recipientId()).size() >= MOST) {
      throw ApiProblem.invalid(
          "address", "too_many", "a recipient can have at most " + MOST + " endpoints");
    }
    entities.persist(candidate);
    return candidate;
  }

  @Transactional(readOnly = true)
  public List<Endpoint> of(UUID recipient) {
    return entities
        .createQuery(
            "from Endpoint where recipientId = :recipient and removedAt is null order by id desc",
            Endpoint.class)
        .setParameter("recipient", recipient)
        .getResultList();
  }

  /**
   * Changes an endpoint with its row locked: the dispatcher marks dead addresses meanwhile.
   *
   * @throws ApiProblem 404 when it is none of this recipient's
   */
  @Transactional
  public Endpoint change(UUID recipient, UUID id, Consumer<Endpoint> change) {
    Endpoint endpoint =
        entities
            .createQuery(
                "from Endpoint where id = :id and recipientId = :recipient and removedAt is null",
                Endpoint.class)
            .setParameter("id", id)
            .setParameter("recipient", recipient)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
            .getResultStream()
            .findFirst()
            .orElseThrow(() -> ApiProblem.notFound("endpoint"));
    change.accept(endpoint);
    return endpoint;
  }

  private Optional<Endpoint> sameAddress(Endpoint candidate) {
    return entities
        .createQuery(
            """
            from Endpoint
             where recipientId = :recipient and channel = :channel
               and addressPrint = :print and removedAt is null
            """,
            Endpoint.class)
        .setParameter("recipient", candidate.recipientId())
        .setParameter("channel", candidate.channel())
        .setParameter("print", candidate.addressPrint())
        .getResultStream()
        .findFirst();
  }
}
