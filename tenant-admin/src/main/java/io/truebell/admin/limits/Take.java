package io.truebell.admin.limits;

import java.time.Duration;

/**
 * What came of asking for one request.
 *
 * @param granted whether it may go on
 * @param remaining how many more may follow at once
 * @param untilNext until one may be asked for again; zero when granted
 * @param untilFull until all may be asked for again
 */
public record Take(boolean granted, long remaining, Duration untilNext, Duration untilFull) {}
