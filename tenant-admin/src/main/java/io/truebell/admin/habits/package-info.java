/** How the API behaves whatever the feature: problems, request ids, limits, security headers. */
@NullMarked
package io.truebell.admin.habits;

import org.jspecify.annotations.NullMarked;
