/** The provider that every contestant calls, as a process of its own. */
@NullMarked
package io.truebell.bench.provider;

import org.jspecify.annotations.NullMarked;
