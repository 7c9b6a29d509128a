package io.truebell.ledger.grants;

import io.truebell.core.spi.Grants.Purpose;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What authorisations are kept for.
 *
 * @param refused whether the person refused and nothing was granted since
 * @param refusedAt the latest proof of a refusal, also when something was granted since
 */
record GrantAccount(UUID id, Purpose purpose, boolean refused, @Nullable Instant refusedAt) {}
