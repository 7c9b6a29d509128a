package io.truebell.bench.peer;

import java.sql.SQLException;

/** Something that makes calls out of a table, and nothing else. */
interface Engine {
  /**
   * Stores what is to be called; nothing is called yet.
   *
   * @param url of the provider; empty for a task that does nothing
   */
  void load(int messages, String url) throws SQLException;

  /** Calls begin. */
  void go();

  /** Calls end, before the next load. */
  void rest() throws InterruptedException;
}
