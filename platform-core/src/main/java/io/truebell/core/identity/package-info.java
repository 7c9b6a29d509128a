/** Who is acting: the caller of a request or the part of the platform that moved something. */
@NullMarked
package io.truebell.core.identity;

import org.jspecify.annotations.NullMarked;
