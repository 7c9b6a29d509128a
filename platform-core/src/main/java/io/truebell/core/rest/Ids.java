package io.truebell.core.rest;

import java.util.UUID;

/** Makes ids that grow with time (UUID version 7). */
public interface Ids {
  /** A new id, greater than those made earlier by this process. */
  UUID next();
}
