package io.truebell.core.vault;

import com.google.crypto.tink.Aead;
import com.google.crypto.tink.subtle.AesGcmJce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;

/** The key from outside the database that wraps every tenant's keys: 32 bytes, AES-256-GCM. */
public final class MasterKey {
  private static final int BYTES = 32;

  private final Aead aead;

  private MasterKey(Aead aead) {
    this.aead = aead;
  }

  /**
   * Reads the key from text.
   *
   * @param base64 32 bytes in base64; white space around it is ignored
   * @param source where the text comes from, for the error message
   * @throws VaultException when it is not such a key; the message does not repeat the text
   */
  public static MasterKey parse(String base64, String source) {
    try {
      byte[] key = Base64.getDecoder().decode(base64.strip());
      if (key.length == BYTES) {
        MasterKey master = new MasterKey(new AesGcmJce(key));
        Arrays.fill(key, (byte) 0);
        return master;
      }
    } catch (IllegalArgumentException e) {
      // no base64: the same refusal, without quoting what was read
    } catch (GeneralSecurityException e) {
      throw new VaultException("this Java has no AES-256-GCM", e);
    }
    throw new VaultException(
        "The master key in " + source + " is malformed: it must be 32 random bytes in base64.");
  }

  /**
   * Reads the key from a file.
   *
   * @throws VaultException when the file is missing or is not such a key
   */
  public static MasterKey read(Path file) {
    try {
      return parse(Files.readString(file), file.toString());
    } catch (IOException e) {
      throw new VaultException("The master key file " + file + " cannot be read.");
    }
  }

  byte[] wrap(byte[] key, byte[] context) throws GeneralSecurityException {
    return aead.encrypt(key, context);
  }

  byte[] unwrap(byte[] wrapped, byte[] context) throws GeneralSecurityException {
    return aead.decrypt(wrapped, context);
  }
}
