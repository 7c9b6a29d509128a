/** Tells pages that look at messages that some of them moved. */
@NullMarked
package io.truebell.dispatch.watch;

import org.jspecify.annotations.NullMarked;
