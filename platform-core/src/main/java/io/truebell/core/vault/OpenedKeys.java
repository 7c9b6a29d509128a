package io.truebell.core.vault;

import com.google.crypto.tink.Aead;
import java.time.Instant;
import java.util.Map;
import javax.crypto.SecretKey;

/**
 * A tenant's unwrapped keys as they are held in memory for a short while.
 *
 * @param data by version
 * @param newest the version that seals
 * @param until when they are fetched anew, so that a key destroyed on another node is forgotten
 */
record OpenedKeys(Map<Integer, Aead> data, int newest, SecretKey print, Instant until) {
  @Override
  public String toString() {
    return "OpenedKeys[" + data.size() + " versions]";
  }
}
