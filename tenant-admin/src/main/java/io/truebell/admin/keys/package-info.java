/** API keys and operator keys: made once, stored hashed, revoked at once. */
@NullMarked
package io.truebell.admin.keys;

import org.jspecify.annotations.NullMarked;
