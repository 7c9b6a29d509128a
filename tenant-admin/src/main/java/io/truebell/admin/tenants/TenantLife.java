package io.truebell.admin.tenants;

import io.truebell.core.identity.Actor;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.TenantId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;

/** What operators do with tenants. Each call is one step that can be repeated after a crash. */
@Service
public class TenantLife {
  private static final Logger LOG = LoggerFactory.getLogger(TenantLife.class);

  private final TenantRows rows;
  private final Provisioning provisioning;
  private final TenantSchemas schemas;
  private final OperatorAudit audit;
  private final WakeRows wakes;
  private final Ids ids;

  TenantLife(
      TenantRows rows,
      Provisioning provisioning,
      TenantSchemas schemas,
      OperatorAudit audit,
      WakeRows wakes,
      Ids ids) {
    this.rows = rows;
    this.provisioning = provisioning;
    this.schemas = schemas;
    this.audit = audit;
    this.wakes = wakes;
    this.ids = ids;
  }

  /**
   * Creates a tenant. Repeating the call with its idempotency key finds the one made before, and
   * goes on where that one was left.
   *
   * @throws ApiProblem 409 when another call took the slug, or the key for another tenant; 503 when
   *     the tenant is not made to the end
   */
  public TenantRecord create(
      Actor operator, String slug, String name, boolean sandbox, @Nullable String idempotencyKey) {
    UUID id = ids.next();
    if (rows.insert(id, slug, name, sandbox, idempotencyKey)) {
      audit.append(operator, "tenant.create", new TenantId(id), Map.of("slug", slug));
    } else {
      id = madeBefore(slug, name, sandbox, idempotencyKey).id().value();
    }
    finish(new TenantId(id));
    TenantRecord made = one(id);
    if (!made.isMade()) {
      throw notFinished(made);
    }
    return made;
  }

  /** All but deleted ones, newest first. */
  public List<TenantRecord> page(UUID before, int limit) {
    return rows.page(before, limit);
  }

  /** The tenant with this slug, if there is one. */
  public Optional<TenantRecord> bySlug(String slug) {
    return rows.bySlug(slug);
  }

  /**
   * The tenant.
   *
   * @throws ApiProblem 404
   */
  public TenantRecord one(UUID id) {
    return rows.byId(id).orElseThrow(() -> ApiProblem.notFound("tenant"));
  }

  /** Stops everything of the tenant; repeating it changes nothing. */
  public TenantRecord suspend(Actor operator, UUID id) {
    TenantRecord tenant = one(id);
    if (rows.move(tenant.id(), TenantState.SUSPENDED, TenantState.ACTIVE)) {
      audit.append(operator, "tenant.suspend", tenant.id(), Map.of());
    } else {
      demand(tenant, TenantState.SUSPENDED);
    }
    return one(id);
  }

  /** Lets the tenant go on, and what waited go out. */
  public TenantRecord resume(Actor operator, UUID id) {
    TenantRecord tenant = one(id);
    if (rows.move(tenant.id(), TenantState.ACTIVE, TenantState.SUSPENDED)) {
      audit.append(operator, "tenant.resume", tenant.id(), Map.of());
      wakes.wake(tenant.id());
    } else {
      demand(tenant, TenantState.ACTIVE);
    }
    return one(id);
  }

  /** Lets the tenant use sandbox accounts, or no longer. */
  TenantRecord change(Actor operator, UUID id, ChangeTenantRequest request) {
    TenantRecord tenant = one(id);
    if (request.sandboxAllowed() != null) {
      rows.allowSandbox(tenant.id(), request.sandboxAllowed());
      audit.append(
          operator, "tenant.sandbox", tenant.id(), Map.of("allowed", request.sandboxAllowed()));
    }
    if (request.share() != null) {
      rows.share(tenant.id(), request.share());
      audit.append(operator, "tenant.share", tenant.id(), Map.of("share", request.share()));
    }
    return one(id);
  }

  /**
   * Destroys the tenant's data and keys for good.
   *
   * @param confirm must be the tenant's slug
   * @throws ApiProblem 503 when something of it is left; the same call goes on
   */
  public void delete(Actor operator, UUID id, @Nullable String confirm) {
    TenantRecord tenant = one(id);
    if (!tenant.slug().equals(confirm)) {
      throw ApiProblem.invalid("confirm", "not_confirmed", "must be the tenant's slug");
    }
    if (rows.move(
        tenant.id(),
        TenantState.DELETING,
        TenantState.PROVISIONING,
        TenantState.ACTIVE,
        TenantState.SUSPENDED)) {
      audit.append(operator, "tenant.delete", tenant.id(), Map.of("slug", tenant.slug()));
    }
    finish(tenant.id());
    rows.byId(id)
        .ifPresent(
            left -> {
              throw notFinished(left);
            });
  }

  /** Those that were interrupted, are behind, or failed before. */
  List<TenantRecord> unfinished() {
    return rows.unfinished(schemas.stamp());
  }

  /** Finishes what is left undone with one tenant; a failure is kept with it. */
  void finish(TenantId id) {
    try {
      provisioning.finish(id);
    } catch (FlywayException | DataAccessException | TransactionException e) {
      LOG.error("tenant {} cannot be brought up to date; it is not served until it is", id, e);
      rows.trouble(id, firstLine(e));
    }
  }

  private TenantRecord madeBefore(
      String slug, String name, boolean sandbox, @Nullable String idempotencyKey) {
    TenantRows.Created before =
        Optional.ofNullable(idempotencyKey)
            .flatMap(rows::createdBy)
            .orElseThrow(
                () -> ApiProblem.conflict("slug_taken", "There is a tenant with the slug " + slug));
    if (!before.askedFor(slug, name, sandbox)) {
      throw ApiProblem.conflict(
          "idempotency_key_reused", "The key was used before with another tenant's data.");
    }
    if (before.tenant().state() == TenantState.DELETING) {
      throw wrongState(before.tenant());
    }
    return before.tenant();
  }

  private static ApiProblem notFinished(TenantRecord tenant) {
    String detail =
        "The tenant %s is %s and not finished: %s. The same call goes on with it."
            .formatted(tenant.id(), tenant.state().wireName(), tenant.trouble());
    return new ApiProblem(503, "tenant_not_finished", detail, List.of());
  }

  private static void demand(TenantRecord tenant, TenantState wanted) {
    if (tenant.state() != wanted) {
      throw wrongState(tenant);
    }
  }

  private static ApiProblem wrongState(TenantRecord tenant) {
    return ApiProblem.conflict(
        "wrong_state", "The tenant is " + tenant.state().wireName() + "; wait until it is not.");
  }

  private static String firstLine(Exception e) {
    // the outer ones repeat the statement; the innermost says why
    Throwable cause = NestedExceptionUtils.getMostSpecificCause(e);
    String text = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
    return text.length() <= 300 ? text : text.substring(0, 300);
  }
}
