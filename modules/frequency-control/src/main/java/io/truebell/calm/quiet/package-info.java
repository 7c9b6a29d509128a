/** When nothing is sent that is not urgent: hours of the tenant, of a category, of a person. */
@NullMarked
package io.truebell.calm.quiet;

import org.jspecify.annotations.NullMarked;
