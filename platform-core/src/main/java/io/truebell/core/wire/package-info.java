/** One HTTP call to a provider, and the three things that can be known about it afterwards. */
@NullMarked
package io.truebell.core.wire;

import org.jspecify.annotations.NullMarked;
