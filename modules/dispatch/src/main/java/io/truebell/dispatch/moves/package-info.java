/** The one door through which a delivery changes its state, with its trace. */
@NullMarked
package io.truebell.dispatch.moves;

import org.jspecify.annotations.NullMarked;
