/** Counts and lists over many deliveries: silent failures, and receipts that contradict. */
@NullMarked
package io.truebell.dispatch.reports;

import org.jspecify.annotations.NullMarked;
