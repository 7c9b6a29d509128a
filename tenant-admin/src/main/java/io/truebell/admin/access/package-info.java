/** Who is calling: keys become callers, callers open their tenant's scope. */
@NullMarked
package io.truebell.admin.access;

import org.jspecify.annotations.NullMarked;
