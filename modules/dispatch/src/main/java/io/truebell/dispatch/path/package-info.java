/** A delivery's way: claim, send, settle, sweep. */
@NullMarked
package io.truebell.dispatch.path;

import org.jspecify.annotations.NullMarked;
