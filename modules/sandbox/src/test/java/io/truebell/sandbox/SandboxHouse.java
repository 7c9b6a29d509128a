package io.truebell.sandbox;

import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.ProviderSimulator;
import io.truebell.core.spi.ReceiptArrived;
import io.truebell.core.spi.Receipts;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.Tenant;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.tenancy.TenantId;
import io.truebell.core.tenancy.TenantScope;
import io.truebell.core.tenancy.Tenants;
import io.truebell.core.wire.AddressResolver;
import io.truebell.core.wire.HttpWire;
import io.truebell.core.wire.WireSettings;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** As much of an application as the sandbox needs: a web server, a database, two tenants. */
@Configuration
@EnableAutoConfiguration
@ComponentScan
@EnableConfigurationProperties(SandboxSettings.class)
class SandboxHouse {
  static final Tenant TENANT = tenant(1);
  static final Tenant SUSPENDED = tenant(2);

  private final BlockingQueue<ReceiptArrived> arrived = new LinkedBlockingQueue<>();

  /** Receipts that came in. */
  BlockingQueue<ReceiptArrived> receipts() {
    return arrived;
  }

  @Bean
  DataSource dataSource() {
    DataSource pool = TestStores.pool(TestStores.freshDatabase(), 4);
    new SchemaMigrations(pool).migrateTenant(TENANT.schema());
    return new TenantDataSource(pool);
  }

  @Bean
  JdbcClient jdbcClient(DataSource dataSource) {
    return JdbcClient.create(dataSource);
  }

  @Bean
  TestClock clock() {
    return TestClock.atEight();
  }

  @Bean
  Ids ids() {
    AtomicLong last = new AtomicLong();
    return () -> new UUID(1, last.incrementAndGet());
  }

  @Bean
  HttpWire wire() {
    return new HttpWire(WireSettings.DEFAULT, AddressResolver.system());
  }

  @Bean
  ProviderSimulator fakeChannel() {
    return new FakeChannel();
  }

  @Bean
  Receipts receiptsDoor() {
    return receipt -> {
      if (TenantScope.current().equals(TENANT)) {
        arrived.add(receipt);
      }
      return Receipts.Effect.MOVED;
    };
  }

  @Bean
  Tenants tenants() {
    return new Tenants() {
      @Override
      public Optional<Tenant> active(TenantId id) {
        return Optional.of(TENANT).filter(tenant -> tenant.id().equals(id));
      }

      @Override
      public Map<TenantId, Tenant> active(Collection<TenantId> ids) {
        return ids.contains(TENANT.id()) ? Map.of(TENANT.id(), TENANT) : Map.of();
      }

      @Override
      public Collection<Tenant> allActive() {
        return List.of(TENANT);
      }
    };
  }

  private static Tenant tenant(long number) {
    TenantId id = new TenantId(new UUID(0x0193L << 48, number));
    return new Tenant(id, "tenant-" + number, Tenant.schemaOf(id), true);
  }

  /** Answers refusals with their status, as the application's own advice does. */
  @RestControllerAdvice
  static class Refusals {
    @ExceptionHandler
    ResponseEntity<String> refused(ApiProblem problem) {
      return ResponseEntity.status(problem.status()).body(problem.code());
    }
  }
}
