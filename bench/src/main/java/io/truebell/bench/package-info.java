/** Benchmarks: {@code ./truebell bench}. */
@NullMarked
package io.truebell.bench;

import org.jspecify.annotations.NullMarked;
