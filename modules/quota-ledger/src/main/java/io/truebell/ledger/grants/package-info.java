/** People's authorisations: registered, reserved at the claim, settled by the outcome, voided. */
@NullMarked
package io.truebell.ledger.grants;

import org.jspecify.annotations.NullMarked;
