/** How many calls a channel account may make in a month, and what happens above that. */
@NullMarked
package io.truebell.calm.budget;

import org.jspecify.annotations.NullMarked;
