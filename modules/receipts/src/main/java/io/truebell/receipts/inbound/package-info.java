/** What comes in at the addresses: verified, stored, read, parked. */
@NullMarked
package io.truebell.receipts.inbound;

import org.jspecify.annotations.NullMarked;
