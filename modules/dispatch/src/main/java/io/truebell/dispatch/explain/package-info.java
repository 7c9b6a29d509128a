/** What happened and why, as data and as sentences. */
@NullMarked
package io.truebell.dispatch.explain;

import org.jspecify.annotations.NullMarked;
