package io.truebell.ledger.quotas;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.identity.Actor;
import io.truebell.core.identity.Caller;
import io.truebell.core.identity.Scope;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.Tenants;
import io.truebell.ledger.LedgerBed;
import io.truebell.ledger.quotas.QuotasRequest.LimitRequest;
import io.truebell.ledger.verify.Balance;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("GRANT-8")
class ApiMeterTest {
  private static final Caller OPERATOR =
      new Caller(new Actor("operator", "test"), null, Set.of(Scope.OPERATOR));
  private static final TenantId STRANGER = new TenantId(new UUID(1, 1));

  private LedgerBed bed;
  private ApiMeter meter;

  @BeforeEach
  void open() {
    bed = new LedgerBed();
    meter = node(bed.bean(Tenants.class));
  }

  @AfterEach
  void close() {
    Balance.isExact(bed);
    bed.close();
  }

  /** One more node that counts. */
  private ApiMeter node(Tenants tenants) {
    return new ApiMeter(bed.bean(ApiRows.class), bed.bean(LimitRows.class), tenants, bed.clock);
  }

  private void limit(long hard) {
    UsageView ignored =
        bed.bean(TenantQuotasController.class)
            .setTenantQuotas(
                OPERATOR,
                bed.tenant.id().value(),
                new QuotasRequest(null, new LimitRequest(null, hard), null));
  }

  private boolean take() {
    return meter.take(bed.tenant.id());
  }

  @Test
  void aSlowCallerIsRefusedLikeAQuickOne() {
    limit(2);
    for (int call = 0; call < 2; call++) {
      assertThat(take()).isTrue();
      for (int second = 0; second < 30; second++) {
        meter.flush();
        bed.clock.tick(Duration.ofSeconds(1));
      }
    }
    assertThat(take()).isFalse();
    for (int minute = 0; minute < 7; minute++) {
      bed.clock.tick(Duration.ofMinutes(1));
      meter.flush();
    }
    assertThat(take()).as("after it was forgotten").isFalse();
    assertThat(bed.count("SELECT sum(calls) FROM api_day")).isEqualTo(2);
  }

  @Test
  void theFirstCallOnANodeKnowsWhatOthersHaveUsed() {
    limit(1);
    assertThat(take()).isTrue();
    meter.flush();
    assertThat(node(bed.bean(Tenants.class)).take(bed.tenant.id())).isFalse();
  }

  @Test
  void aNodeThatComesBackAfterAWhileLooksAgain() {
    limit(2);
    ApiMeter other = node(bed.bean(Tenants.class));
    assertThat(other.take(bed.tenant.id())).isTrue();
    assertThat(take()).isTrue();
    meter.flush();
    other.flush();
    bed.clock.tick(Duration.ofMinutes(1));
    assertThat(take()).isFalse();

    limit(3);
    bed.clock.tick(Duration.ofMinutes(1));
    assertThat(take()).as("the limit was raised").isTrue();
    meter.flush();
    bed.clock.tick(Duration.ofDays(1));
    assertThat(take()).as("a new month").isTrue();
    meter.flush();
  }

  @Test
  void aCallThatComesDuringAFlushIsNotLost() {
    Visited tenants = new Visited(bed.bean(Tenants.class));
    ApiMeter busy = node(tenants);
    assertThat(busy.take(STRANGER)).isTrue();
    tenants.meanwhile = () -> assertThat(busy.take(bed.tenant.id())).isTrue();
    busy.flush();
    busy.flush();
    assertThat(bed.count("SELECT coalesce(sum(calls), 0) FROM api_day")).isEqualTo(1);
  }

  /** Something happens while somebody asks who is active. */
  private static final class Visited implements Tenants {
    private final Tenants all;
    private Runnable meanwhile = () -> {};

    Visited(Tenants all) {
      this.all = all;
    }

    @Override
    public Optional<Tenant> active(TenantId id) {
      return all.active(id);
    }

    @Override
    public Map<TenantId, Tenant> active(Collection<TenantId> ids) {
      List<TenantId> asked = List.copyOf(ids);
      meanwhile.run();
      meanwhile = () -> {};
      return all.active(asked);
    }

    @Override
    public Collection<Tenant> allActive() {
      return all.allActive();
    }
  }
}
