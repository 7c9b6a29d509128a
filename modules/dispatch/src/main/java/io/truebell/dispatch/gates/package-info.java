/** The chain of gates that a due delivery passes before its claim. */
@NullMarked
package io.truebell.dispatch.gates;

import org.jspecify.annotations.NullMarked;
