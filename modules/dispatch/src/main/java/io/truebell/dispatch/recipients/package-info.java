/** The people whom a tenant notifies, and their sealed addresses. */
@NullMarked
package io.truebell.dispatch.recipients;

import org.jspecify.annotations.NullMarked;
