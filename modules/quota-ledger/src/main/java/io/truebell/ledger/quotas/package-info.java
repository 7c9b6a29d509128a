/** What the tenant itself may use in a month, and what it used. */
@NullMarked
package io.truebell.ledger.quotas;

import org.jspecify.annotations.NullMarked;
