/** How much one person gets in a day and about one subject; what is too much goes out together. */
@NullMarked
package io.truebell.calm.window;

import org.jspecify.annotations.NullMarked;
