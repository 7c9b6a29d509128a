/** Receipts: evidence that moves a delivery towards the truth. */
@NullMarked
package io.truebell.dispatch.evidence;

import org.jspecify.annotations.NullMarked;
