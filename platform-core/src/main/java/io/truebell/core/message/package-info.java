/** The words of a message's life: ids, categories, delivery states, reasons, transitions. */
@NullMarked
package io.truebell.core.message;

import org.jspecify.annotations.NullMarked;
