package io.truebell.bench.trial;

import java.sql.SQLException;

/**
 * Something that makes a call for each of many messages. It runs, idle, while others have their
 * turn.
 */
public interface Contestant extends AutoCloseable {
  String name();

  /**
   * Stores a backlog that nothing is sent of yet.
   *
   * @param url of the provider; empty when no call is to be made
   */
  void load(int messages, String url) throws SQLException, InterruptedException;

  /** Whether the backlog waits untouched, as it must when the clock starts. */
  boolean untouched(int messages) throws SQLException;

  /** Lets it go; returns when it is gone, a little before or at the first call. */
  void release() throws InterruptedException;

  /** Whether anything is left to be done or to be written. */
  boolean busy() throws SQLException;

  /** When it wrote its last outcome, in µs since 1970; 0 when the benchmark's own clock says it. */
  default long lastWrite() throws SQLException {
    return 0;
  }

  /** How many of all its messages ended otherwise than accepted. */
  long failures() throws SQLException;

  /** After a turn. */
  void rest() throws SQLException, InterruptedException;

  /** Writes what its tables have in memory, removes dead rows and counts the others. */
  void tidy() throws SQLException;

  @Override
  void close() throws SQLException;
}
