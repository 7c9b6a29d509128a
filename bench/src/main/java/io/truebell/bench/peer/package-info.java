/**
 * What the application is compared with: the hand-written floor and named libraries, each doing
 * only the call.
 */
@NullMarked
package io.truebell.bench.peer;

import org.jspecify.annotations.NullMarked;
