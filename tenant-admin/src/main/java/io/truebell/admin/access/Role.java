package io.truebell.admin.access;

/** What a process does. */
enum Role {
  /** Serves the API and sends nothing. */
  API,
  /** Sends, and serves nothing but what shows how it is. */
  WORKER,
  /** Both. */
  ALL
}
