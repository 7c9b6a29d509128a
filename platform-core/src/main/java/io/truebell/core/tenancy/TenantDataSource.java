package io.truebell.core.tenancy;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Hands out connections that see the schema of the open {@link TenantScope} and nothing else. The
 * pool below resets the schema when a connection is returned.
 */
public final class TenantDataSource extends DelegatingDataSource {
  public TenantDataSource(DataSource pool) {
    super(pool);
  }

  /**
   * {@inheritDoc}
   *
   * @throws NoTenantScope when no scope is open
   */
  @Override
  public Connection getConnection() throws SQLException {
    Tenant tenant = TenantScope.current();
    Connection connection = super.getConnection();
    try {
      connection.setSchema(tenant.schema());
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    throw new SQLException("tenant connections are taken without a user name");
  }
}
