package io.truebell.receipts.inbound;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that a provider sent, without what it said.
 *
 * @param receivedAt when it came first
 * @param lastAt when the same bytes came again
 * @param status one of "received", "processed", "parked", "ignored", "unreadable"
 * @param reason why it has this status
 * @param waitsFor what its receipts look for that found no delivery yet
 * @param attempts how often it was read since it came
 * @param nextAt when it is read again; null when never
 */
record InboundReceiptView(
    UUID id,
    UUID accountId,
    Instant receivedAt,
    Instant lastAt,
    int times,
    String status,
    String reason,
    List<String> waitsFor,
    int attempts,
    @Nullable Instant nextAt) {}
