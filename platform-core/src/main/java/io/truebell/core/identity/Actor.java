package io.truebell.core.identity;

/**
 * Who did something, as it stands in traces and audits.
 *
 * @param kind {@code api_key}, {@code operator}, {@code worker}, {@code receipt} or {@code system}
 * @param name a public name of it, never a secret: a key's prefix, a node's name
 */
public record Actor(String kind, String name) {
  /** The platform itself. */
  public static final Actor SYSTEM = new Actor("system", "truebell");

  @Override
  public String toString() {
    return kind + ":" + name;
  }
}
