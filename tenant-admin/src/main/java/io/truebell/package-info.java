/** The entry of the platform's process. */
@NullMarked
package io.truebell;

import org.jspecify.annotations.NullMarked;
