package io.truebell.core.rest;

/**
 * What is wrong with one field of an input.
 *
 * @param field path in the input, e.g. {@code settings.protocol}
 * @param code stable, e.g. {@code invalid_url}
 * @param reason a sentence for the person who sent it; never repeats a secret value
 */
public record FieldProblem(String field, String code, String reason) {}
