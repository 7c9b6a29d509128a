/** Accepting notifications, rehearsing them, withdrawing them. */
@NullMarked
package io.truebell.dispatch.intake;

import org.jspecify.annotations.NullMarked;
