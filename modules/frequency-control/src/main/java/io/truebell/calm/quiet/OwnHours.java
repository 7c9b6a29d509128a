package io.truebell.calm.quiet;

import java.time.LocalTime;

/**
 * Hours that a person keeps quiet, by their own clock.
 *
 * @param to earlier than {@code from} when they go over midnight
 */
public record OwnHours(LocalTime from, LocalTime to) {}
