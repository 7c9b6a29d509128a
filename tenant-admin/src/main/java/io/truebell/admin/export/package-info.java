/** All that a tenant has, in one call. */
@NullMarked
package io.truebell.admin.export;

import org.jspecify.annotations.NullMarked;
