package io.truebell.core.vault;

/** A secret could not be sealed or opened. Its message never holds any part of the secret. */
public final class VaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public VaultException(String message, Throwable cause) {
    super(message, cause);
  }

  public VaultException(String message) {
    super(message);
  }
}
