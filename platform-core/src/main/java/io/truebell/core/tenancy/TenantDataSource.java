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
 * <p>A connection keeps its schema when it is returned, since every change makes server and driver
 * forget their prepared statements; it is set anew whenever the next scope is another tenant's. So
 * nobody else may take connections from these pools.
 */
public final class TenantDataSource extends DelegatingDataSource {
  private final DataSource lane;
  private final boolean alone;
  private final Map<Connection, String> schemas = Collections.synchronizedMap(new WeakHashMap<>());

  /**
   * Over a pool that others use too: the schema is set each time, and the pool must put it back.
   */
  public TenantDataSource(DataSource pool) {
    super(pool);
    this.lane = pool;
    this.alone = false;
  }

  /**
   * Over two pools that nobody else uses.
   *
   * @param lane for {@link TenantScope#callOnLane}
   */
  public TenantDataSource(DataSource pool, DataSource lane) {
    super(pool);
    this.lane = lane;
    this.alone = true;
  }

  /**
   * {@inheritDoc}
   *
   * @throws NoTenantScope when no scope is open
   */
  @Override
  public Connection getConnection() throws SQLException {
    Tenant tenant = TenantScope.current();
    Connection connection = TenantScope.onLane() ? lane.getConnection() : super.getConnection();
    try {
      if (alone) {
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
