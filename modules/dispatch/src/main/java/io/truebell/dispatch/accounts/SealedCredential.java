package io.truebell.dispatch.accounts;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import java.time.Instant;

/**
 * One secret of an account, as ciphertext.
 *
 * @param sealed the vault's bytes
 * @param setBy who wrote it
 */
@Embeddable
record SealedCredential(
    @Column(name = "sealed", nullable = false) byte[] sealed,
    @Column(name = "set_at", nullable = false) Instant setAt,
    @Column(name = "set_by", nullable = false) String setBy) {}
