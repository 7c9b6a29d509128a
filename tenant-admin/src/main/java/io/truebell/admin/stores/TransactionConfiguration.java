package io.truebell.admin.stores;

import com.zaxxer.hikari.HikariDataSource;
import jakarta.persistence.EntityManagerFactory;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Transactions: for {@code @Transactional} by JPA, for SQL code by templates. */
@Configuration(proxyBeanMethods = false)
class TransactionConfiguration {
  @Bean
  @Primary
  JpaTransactionManager transactionManager(EntityManagerFactory entities) {
    return new JpaTransactionManager(entities);
  }

  @Bean(defaultCandidate = false)
  DataSourceTransactionManager spineTransactions(DataSource tenantDataSource) {
    return new DataSourceTransactionManager(tenantDataSource);
  }

  @Bean
  @Primary
  TransactionTemplate transactionTemplate(
      @Qualifier("spineTransactions") PlatformTransactionManager spineTransactions) {
    return new TransactionTemplate(spineTransactions);
  }

  @Bean(defaultCandidate = false)
  TransactionTemplate platformTransactions(@Qualifier("pool") HikariDataSource pool) {
    return new TransactionTemplate(new DataSourceTransactionManager(pool));
  }
}
