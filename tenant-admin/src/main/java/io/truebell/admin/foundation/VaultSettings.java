package io.truebell.admin.foundation;

import io.truebell.core.vault.MasterKey;
import io.truebell.core.vault.VaultException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where the master key comes from.
 *
 * @param masterKeyFile a file with 32 random bytes in base64
 * @param masterKey the same as text, usually from the environment; wins over the file
 */
@ConfigurationProperties("truebell.vault")
record VaultSettings(@Nullable Path masterKeyFile, @Nullable String masterKey) {
  /**
   * The key.
   *
   * @throws VaultException when there is none or it is malformed
   */
  MasterKey open() {
    if (masterKey != null && !masterKey.isBlank()) {
      return MasterKey.parse(masterKey, "TRUEBELL_MASTER_KEY");
    }
    if (masterKeyFile != null) {
      return MasterKey.read(masterKeyFile);
    }
    throw new VaultException(
        "There is no master key: set TRUEBELL_MASTER_KEY or truebell.vault.master-key-file.");
  }

  @Override
  public String toString() {
    return "VaultSettings[hidden]";
  }
}
