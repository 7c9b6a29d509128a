package io.truebell.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.truebell.core.message.AccountId;
import io.truebell.core.rest.ApiProblem;
import io.truebell.core.rest.Ids;
import io.truebell.core.spi.Authenticity;
import io.truebell.core.spi.ProviderReceipt;
import io.truebell.core.spi.ProviderSimulator;
import io.truebell.core.spi.ReceiptAddresses;
import io.truebell.core.spi.ReceiptParser;
import io.truebell.core.spi.ReceiptRequest;
import io.truebell.core.spi.Settings;
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
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
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
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** As much of an application as the sandbox needs: a web server, a database, two tenants. */
@Configuration
@EnableAutoConfiguration
@ComponentScan
@EnableConfigurationProperties(SandboxSettings.class)
class SandboxHouse {
  static final Tenant TENANT = tenant(1);
  static final Tenant SUSPENDED = tenant(2);

  private final BlockingQueue<ProviderReceipt> arrived = new LinkedBlockingQueue<>();
  private final AtomicInteger refused = new AtomicInteger();

  /** Receipts that came in. */
  BlockingQueue<ProviderReceipt> receipts() {
    return arrived;
  }

  /** How many were not authentic. */
  int refused() {
    return refused.get();
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
  RememberingChannel rememberingChannel() {
    return new RememberingChannel();
  }

  @Bean
  ReceiptAddresses addresses() {
    return account -> {
      assertThat(TenantScope.current()).isEqualTo(TENANT);
      return "/in/" + account;
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

  /** Takes receipts as the platform does: raw bytes to the parser, with the account's id. */
  @RestController
  static class Inbound {
    private final SandboxHouse house;
    private final ReceiptParser parser;

    Inbound(SandboxHouse house, SandboxReceiptParser parser) {
      this.house = house;
      this.parser = parser;
    }

    @PostMapping("/in/{account}")
    ResponseEntity<Void> receive(@PathVariable("account") UUID account, HttpServletRequest http)
        throws IOException {
      String signature = http.getHeader(SandboxReceiptParser.SIGNATURE);
      String query = Objects.requireNonNullElse(http.getQueryString(), "");
      ReceiptRequest request =
          new ReceiptRequest(
              "POST",
              URI.create(http.getRequestURL().toString()),
              "",
              query,
              signature == null ? Map.of() : Map.of("x-sandbox-signature", List.of(signature)),
              http.getInputStream().readAllBytes(),
              Instant.EPOCH,
              new AccountId(account),
              new Settings(Map.of()),
              Map.of());
      if (!(parser.verify(request) instanceof Authenticity.Authentic)) {
        house.refused.incrementAndGet();
        return ResponseEntity.status(401).build();
      }
      house.arrived.addAll(parser.read(request));
      return ResponseEntity.ok().build();
    }
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
