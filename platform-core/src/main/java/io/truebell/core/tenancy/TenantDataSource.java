package io.truebell.core.tenancy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Hands out connections that see the schema of the open {@link TenantScope} and nothing else.
 *
 * <p>The pool resets the schema when a connection is returned. The lane's connections keep theirs,
 * since every change of it makes server and driver forget their prepared statements; nobody else
 * takes from the lane, and it is set anew whenever the next scope is another tenant's.
 */
public final class TenantDataSource extends DelegatingDataSource {
  private final DataSource lane;
  private final boolean sticky;
  private final Map<Connection, String> schemas = Collections.synchronizedMap(new WeakHashMap<>());

  /** Without a lane of its own: {@code pool} serves both. */
  public TenantDataSource(DataSource pool) {
    super(pool);
    this.lane = pool;
    this.sticky = false;
  }

  /**
   * @param lane used inside {@link TenantScope#callOnLane} and by nothing else
   */
  public TenantDataSource(DataSource pool, DataSource lane) {
    super(pool);
    this.lane = lane;
    this.sticky = true;
  }

  /**
   * {@inheritDoc}
   *
   * @throws NoTenantScope when no scope is open
   */
  @Override
  public Connection getConnection() throws SQLException {
    Tenant tenant = TenantScope.current();
    boolean onLane = TenantScope.onLane();
    Connection connection = onLane ? lane.getConnection() : super.getConnection();
    try {
      if (onLane && sticky) {
        stick(connection.unwrap(Connection.class), tenant.schema());
      } else {
        connection.setSchema(tenant.schema());
      }
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void stick(Connection physical, String schema) throws SQLException {
    if (!schema.equals(schemas.get(physical))) {
      schemas.remove(physical);
      physical.setSchema(schema);
      schemas.put(physical, schema);
    }
  }

  @Override
  public Connection getConnection(String username, String password) throws SQLException {
    throw new SQLException("tenant connections are taken without a user name");
  }
}
