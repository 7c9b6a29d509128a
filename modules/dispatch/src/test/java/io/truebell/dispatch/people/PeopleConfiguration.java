package io.truebell.dispatch.people;

import com.zaxxer.hikari.HikariDataSource;
import io.truebell.core.rest.Ids;
import io.truebell.core.tenancy.SchemaMigrations;
import io.truebell.core.tenancy.TenantDataSource;
import io.truebell.core.vault.EnvelopeVault;
import io.truebell.core.vault.MasterKey;
import io.truebell.core.vault.Vault;
import io.truebell.testkit.TestClock;
import io.truebell.testkit.TestStores;
import jakarta.persistence.EntityManagerFactory;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import tools.jackson.databind.json.JsonMapper;

/** What the application provides to the administration's rooms, and nothing more. */
@Configuration(proxyBeanMethods = false)
@EnableTransactionManagement(proxyTargetClass = true)
@ComponentScan({
  "io.truebell.dispatch.accounts",
  "io.truebell.dispatch.mailbox",
  "io.truebell.dispatch.recipients"
})
class PeopleConfiguration {
  @Bean(defaultCandidate = false)
  HikariDataSource pool() {
    return TestStores.pool(TestStores.freshDatabase(), 8);
  }

  @Bean
  SchemaMigrations migrations(@Qualifier("pool") HikariDataSource pool) {
    return new SchemaMigrations(pool);
  }

  @Bean
  DataSource tenantDataSource(@Qualifier("pool") HikariDataSource pool) {
    return new TenantDataSource(pool);
  }

  @Bean
  JdbcClient jdbc(DataSource tenantDataSource) {
    return JdbcClient.create(tenantDataSource);
  }

  @Bean
  LocalContainerEntityManagerFactoryBean entityManagerFactory(DataSource tenantDataSource) {
    LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
    factory.setDataSource(tenantDataSource);
    factory.setPackagesToScan("io.truebell.dispatch");
    factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
    factory.setJpaPropertyMap(
        Map.of(
            "hibernate.boot.allow_jdbc_metadata_access", "false",
            "jakarta.persistence.database-product-name", "PostgreSQL",
            "hibernate.physical_naming_strategy",
                "org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl"));
    return factory;
  }

  @Bean
  PlatformTransactionManager transactionManager(EntityManagerFactory entityManagerFactory) {
    return new JpaTransactionManager(entityManagerFactory);
  }

  @Bean
  JsonMapper json() {
    return JsonMapper.builder().build();
  }

  @Bean
  TestClock clock() {
    return TestClock.atEight();
  }

  @Bean
  Ids ids() {
    AtomicLong next = new AtomicLong();
    return () -> new UUID(0x0193_0000_0000_7000L, 0x8000_0000_0000_0000L + next.incrementAndGet());
  }

  @Bean
  Vault vault(TestClock clock) {
    byte[] key = new byte[32];
    key[0] = 7;
    MasterKey master = MasterKey.parse(Base64.getEncoder().encodeToString(key), "the test");
    return new EnvelopeVault(master, new KeysInMemory(), clock);
  }

  @Bean
  PigeonChannel pigeons() {
    return new PigeonChannel();
  }
}
