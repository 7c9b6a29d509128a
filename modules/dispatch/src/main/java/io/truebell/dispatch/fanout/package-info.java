/** Notifications whose recipients come as a stream, in chunks that are each taken exactly once. */
@NullMarked
package io.truebell.dispatch.fanout;

import org.jspecify.annotations.NullMarked;
