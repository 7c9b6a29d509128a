/** Channels that are installed and the tenant's configured uses of them. */
@NullMarked
package io.truebell.dispatch.accounts;

import org.jspecify.annotations.NullMarked;
