/**
 * The parts of a run on the loopback address: stores, provider, application, contestants, and what
 * they used.
 */
@NullMarked
package io.truebell.bench.stage;

import org.jspecify.annotations.NullMarked;
