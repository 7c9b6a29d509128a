/** From a due plan to a sent reminder, and back. */
@NullMarked
package io.truebell.plans.reminder;

import org.jspecify.annotations.NullMarked;
