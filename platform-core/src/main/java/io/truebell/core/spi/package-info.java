/** What plugins implement and what they may call. */
@NullMarked
package io.truebell.core.spi;

import org.jspecify.annotations.NullMarked;
