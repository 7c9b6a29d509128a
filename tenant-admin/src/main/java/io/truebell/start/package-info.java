/** What happens before the application context exists: stores, master key, a free port. */
@NullMarked
package io.truebell.start;

import org.jspecify.annotations.NullMarked;
