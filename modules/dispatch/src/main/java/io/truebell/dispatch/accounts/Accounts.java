package io.truebell.dispatch.accounts;

import io.truebell.core.rest.ApiProblem;
import jakarta.persistence.EntityManager;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.OptimisticLockException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.hibernate.exception.ConstraintViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The tenant's channel accounts. Removed ones are never found. */
@Component
class Accounts {
  private final EntityManager entities;

  Accounts(EntityManager entities) {
    this.entities = entities;
  }

  @Transactional(readOnly = true)
  public Optional<ChannelAccount> find(UUID id) {
    return Optional.ofNullable(entities.find(ChannelAccount.class, id)).filter(a -> !a.removed());
  }

  @Transactional(readOnly = true)
  public List<ChannelAccount> ofChannel(String channel) {
    return entities
        .createQuery(
            "from ChannelAccount where channel = :channel and removedAt is null",
            ChannelAccount.class)
        .setParameter("channel", channel)
        .getResultList();
  }

  @Transactional(readOnly = true)
  public List<ChannelAccount> page(UUID before, int limit) {
    return entities
        .createQuery(
            "from ChannelAccount where id < :before and removedAt is null order by id desc",
            ChannelAccount.class)
        .setParameter("before", before)
        .setMaxResults(limit)
        .getResultList();
  }

  /**
   * Stores a new account.
   *
   * @throws ApiProblem 409 when the name is taken
   */
  @Transactional
  public ChannelAccount add(ChannelAccount account) {
    checkName(account);
    entities.persist(account);
    flush();
    return account;
  }

  /**
   * Changes an account if it still is what the caller saw.
   *
   * @param version the version that the caller saw
   * @throws ApiProblem 404 when it is unknown, 409 when it has changed or the new name is taken
   */
  @Transactional
  public ChannelAccount change(UUID id, int version, Consumer<ChannelAccount> change) {
    ChannelAccount account = find(id).orElseThrow(() -> ApiProblem.notFound("channel account"));
    if (account.version() != version) {
      throw outdated();
    }
    change.accept(account);
    checkName(account);
    flush();
    return account;
  }

  /**
   * Removes an account in the given way, whichever version it has, and with it the addresses that
   * were given to it alone: another account may take them then.
   *
   * @throws ApiProblem 404 when it is unknown
   */
  @Transactional
  public void remove(UUID id, Instant now, Consumer<ChannelAccount> removal) {
    ChannelAccount account = find(id).orElseThrow(() -> ApiProblem.notFound("channel account"));
    removal.accept(account);
    flush();
    entities
        .createNativeQuery(
            """
            UPDATE endpoint SET address = '', secret = NULL, removed_at = :now, updated_at = :now,
                                version = version + 1
            WHERE account_id = :account AND removed_at IS NULL
            """)
        .setParameter("account", id)
        .setParameter("now", now)
        .executeUpdate();
  }

  // Asked before the write, since a refused write is an error in the log; the index has the last
  // word.
  private void checkName(ChannelAccount account) {
    long others =
        entities
            .createQuery(
                """
                select count(*) from ChannelAccount
                 where name = :name and id <> :id and removedAt is null
                """,
                Long.class)
            .setParameter("name", account.terms().name())
            .setParameter("id", account.id())
            .setFlushMode(FlushModeType.COMMIT)
            .getSingleResult();
    if (others > 0) {
      throw nameTaken();
    }
  }

  // Flushed here and not at the commit, so that a refusal has a name.
  private void flush() {
    try {
      entities.flush();
    } catch (OptimisticLockException e) {
      throw outdated();
    } catch (ConstraintViolationException e) {
      if ("channel_account_name".equals(e.getConstraintName())) {
        throw nameTaken();
      }
      throw e;
    }
  }

  private static ApiProblem nameTaken() {
    return ApiProblem.conflict("name_taken", "Another channel account has this name.");
  }

  private static ApiProblem outdated() {
    return ApiProblem.conflict(
        "version_conflict", "The channel account has changed since; read it again.");
  }
}
