/** Which tenants have something due. */
@NullMarked
package io.truebell.dispatch.due;

import org.jspecify.annotations.NullMarked;
