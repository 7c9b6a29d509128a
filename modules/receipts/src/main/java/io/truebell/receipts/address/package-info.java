/** The address of each account, at which its provider reports. */
@NullMarked
package io.truebell.receipts.address;

import org.jspecify.annotations.NullMarked;
