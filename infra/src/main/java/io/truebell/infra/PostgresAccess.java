package io.truebell.infra;

/** What a client needs to reach the embedded PostgreSQL. */
public record PostgresAccess(String jdbcUrl, String user, String password) {
  /** Leaves the password out, so that it doesn't reach a log. */
  @Override
  public String toString() {
    return "PostgresAccess[" + user + " at " + jdbcUrl + "]";
  }
}
