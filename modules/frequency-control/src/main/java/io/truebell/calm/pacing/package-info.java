/** The least time between calls of what accounts share, and the rates that tenants set. */
@NullMarked
package io.truebell.calm.pacing;

import org.jspecify.annotations.NullMarked;
