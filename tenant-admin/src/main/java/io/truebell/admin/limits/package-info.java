/** How much the API takes from one caller. */
@NullMarked
package io.truebell.admin.limits;

import org.jspecify.annotations.NullMarked;
