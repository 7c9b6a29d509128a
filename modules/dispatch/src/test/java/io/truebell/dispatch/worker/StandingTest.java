package io.truebell.dispatch.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tenant that has its turns is looked up again while they last. */
class StandingTest {
  private static final TenantId ID = new TenantId(new UUID(0, 7));

  private final Map<TenantId, Tenant> active = new HashMap<>(Map.of(ID, tenant(1)));
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicLong nanos = new AtomicLong();
  private final Standing standing = new Standing(new Asked(), nanos::get);

  private static Tenant tenant(int share) {
    return new Tenant(ID, "acme", Tenant.schemaOf(ID), true, share);
  }

  private void aSecondPasses() {
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());
  }

  @Test
  void withinASecondItIsAskedOnce() {
    for (int i = 0; i < 5; i++) {
      assertThat(standing.of(tenant(1))).isEqualTo(tenant(1));
    }
    assertThat(asked).hasValue(1);
  }

  @Test
  @Tag("WALL-2")
  void aSuspendedTenantHasNoMoreTurns() {
    assertThat(standing.of(tenant(1))).isNotNull();
    active.clear();
    aSecondPasses();
    assertThat(standing.of(tenant(1))).isNull();
    assertThat(standing.of(tenant(1))).isNull();
    active.put(ID, tenant(1));
    assertThat(standing.of(tenant(1))).isNotNull();
  }

  @Test
  @Tag("WALL-3")
  void aLargerShareCountsWhileTheBacklogLasts() {
    assertThat(standing.of(tenant(1))).isEqualTo(tenant(1));
    active.put(ID, tenant(4));
    aSecondPasses();
    assertThat(standing.of(tenant(1))).isEqualTo(tenant(4));
  }

  private final class Asked implements Tenants {
    @Override
    public Optional<Tenant> active(TenantId id) {
      asked.incrementAndGet();
      return Optional.ofNullable(active.get(id));
    }

    @Override
    public Map<TenantId, Tenant> active(Collection<TenantId> ids) {
      throw new IllegalStateException("one is asked for at a time");
    }

    @Override
    public Collection<Tenant> allActive() {
      return List.copyOf(active.values());
    }
  }
}
