package io.truebell.calm.policy;

import io.truebell.calm.policy.CalmPolicy.Hours;
import io.truebell.calm.policy.CalmPolicy.Otherwise;
import io.truebell.calm.policy.CalmPolicy.Window;
import io.truebell.core.message.Category;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The policies of the scope's tenant. Which one is in force is asked of the database, so that a
 * change counts from the next claim on, on every node; what a version says never changes and is
 * kept.
 */
@Component
public class CalmPolicies {
  /** What holds as long as a tenant has said nothing. */
  public static final CalmPolicy BUILT_IN =
      new CalmPolicy(
          1,
          new Window(3, Duration.ofHours(1)),
          Map.of(Category.MARKETING, 5),
          null,
          Map.of(
              Category.MARKETING,
              new Hours(LocalTime.of(8, 0), LocalTime.of(21, 0), Otherwise.HOLD)),
          Map.of());

  private static final int MOST_KEPT = 10_000;

  private final Map<Version, CalmPolicy> known = new ConcurrentHashMap<>();
  private final PolicyRows rows;

  CalmPolicies(PolicyRows rows) {
    this.rows = rows;
  }

  private record Version(TenantId tenant, int version) {}

  /** The one in force; the same one for the whole of a transaction. */
  public CalmPolicy current() {
    if (!TransactionSynchronizationManager.isSynchronizationActive()) {
      return version(rows.current());
    }
    if (TransactionSynchronizationManager.getResource(this) instanceof CalmPolicy bound) {
      return bound;
    }
    CalmPolicy current = version(rows.current());
    TransactionSynchronizationManager.bindResource(this, current);
    TransactionSynchronizationManager.registerSynchronization(
        new TransactionSynchronization() {
          @Override
          public void afterCompletion(int status) {
            Object ignored =
                TransactionSynchronizationManager.unbindResourceIfPossible(CalmPolicies.this);
          }
        });
    return current;
  }

  /**
   * One that is or was in force.
   *
   * @throws IllegalArgumentException when there is no such version
   */
  public CalmPolicy version(int version) {
    if (version == BUILT_IN.version()) {
      return BUILT_IN;
    }
    Version key = new Version(TenantScope.current().id(), version);
    CalmPolicy kept = known.get(key);
    if (kept != null) {
      return kept;
    }
    CalmPolicy read =
        rows.find(version)
            .map(StoredPolicy::policy)
            .orElseThrow(() -> new IllegalArgumentException("no policy of version " + version));
    if (known.size() >= MOST_KEPT) {
      known.clear();
    }
    known.put(key, read);
    return read;
  }
}
