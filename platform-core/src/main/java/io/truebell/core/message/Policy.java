package io.truebell.core.message;

/**
 * The policy that decided something, as it stood then.
 *
 * @param name e.g. {@code retry_ladder}
 * @param version grows with each change of the policy; 1 for what is built in
 */
public record Policy(String name, int version) {}
