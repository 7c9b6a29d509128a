package io.truebell.core.tenancy;

import java.util.Optional;

/**
 * The only way into a tenant's schema. Work runs inside {@link #call}; connections taken there see
 * that tenant's schema and no other, and without a scope taking one fails loudly. A scope belongs
 * to its thread; it is not inherited.
 */
public final class TenantScope {
  private static final ScopedValue<Tenant> CURRENT = ScopedValue.newInstance();
  private static final ScopedValue<Boolean> ON_LANE = ScopedValue.newInstance();

  private TenantScope() {}

  /**
   * Runs {@code work} on behalf of {@code tenant}.
   *
   * @throws IllegalStateException when another tenant's scope is open on this thread
   */
  public static <T, X extends Throwable> T call(
      Tenant tenant, ScopedValue.CallableOp<? extends T, X> work) throws X {
    if (CURRENT.isBound() && !CURRENT.get().id().equals(tenant.id())) {
      throw new IllegalStateException(
          "scope of tenant " + CURRENT.get().slug() + " is open; " + tenant.slug() + " must wait");
    }
    return ScopedValue.where(CURRENT, tenant).call(work);
  }

  /**
   * Like {@link #call}, on the lane's connections: those that the dispatcher keeps for itself, so
   * that no other load takes them. Not to be opened inside a transaction.
   */
  public static <T, X extends Throwable> T callOnLane(
      Tenant tenant, ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(ON_LANE, true).call(() -> TenantScope.<T, X>call(tenant, work));
  }

  /** Whether the open scope uses the lane's connections. */
  static boolean onLane() {
    return ON_LANE.isBound();
  }

  /** Like {@link #call}, for work without a result. */
  public static void run(Tenant tenant, Runnable work) {
    call(
        tenant,
        () -> {
          work.run();
          return true;
        });
  }

  /**
   * The tenant of the open scope.
   *
   * @throws NoTenantScope when none is open
   */
  public static Tenant current() {
    return CURRENT.orElseThrow(NoTenantScope::new);
  }

  /** The tenant of the open scope, if one is open. */
  public static Optional<Tenant> ifOpen() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }
}
