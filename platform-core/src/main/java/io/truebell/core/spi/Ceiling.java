package io.truebell.core.spi;

/** The strongest status that a channel can ever prove. */
public enum Ceiling {
  /** The third party took it; nothing more will ever be known. */
  ACCEPTED,
  /** It reached the person's device or system. */
  DELIVERED
}
