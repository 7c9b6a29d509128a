/** Contestants, and repetitions in turn in which each does the same. */
@NullMarked
package io.truebell.bench.trial;

import org.jspecify.annotations.NullMarked;
