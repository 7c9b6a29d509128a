/** What every plugin is given: clock, ids, JSON, vault, wire. */
@NullMarked
package io.truebell.admin.foundation;

import org.jspecify.annotations.NullMarked;
