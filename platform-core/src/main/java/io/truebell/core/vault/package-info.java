/** Sealing and opening of credentials and secret addresses under a per-tenant key. */
@NullMarked
package io.truebell.core.vault;

import org.jspecify.annotations.NullMarked;
