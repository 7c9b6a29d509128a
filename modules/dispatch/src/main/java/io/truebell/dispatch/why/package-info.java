/** Why a person got a message, or did not, also where there is none. */
@NullMarked
package io.truebell.dispatch.why;

import org.jspecify.annotations.NullMarked;
