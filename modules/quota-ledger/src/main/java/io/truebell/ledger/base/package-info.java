/** What both halves of the ledger stand on: settings, arrays, and what a claim chose. */
@NullMarked
package io.truebell.ledger.base;

import org.jspecify.annotations.NullMarked;
