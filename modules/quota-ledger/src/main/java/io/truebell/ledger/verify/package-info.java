/** The ledger computed both ways. */
@NullMarked
package io.truebell.ledger.verify;

import org.jspecify.annotations.NullMarked;
