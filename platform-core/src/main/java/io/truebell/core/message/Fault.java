package io.truebell.core.message;

/** Whose fault a permanent refusal is. */
public enum Fault {
  RECIPIENT,
  MESSAGE,
  CONFIGURATION
}
