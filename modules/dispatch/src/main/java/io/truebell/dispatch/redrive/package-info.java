/** What ended without reaching anybody, and sending it again where that is safe. */
@NullMarked
package io.truebell.dispatch.redrive;

import org.jspecify.annotations.NullMarked;
