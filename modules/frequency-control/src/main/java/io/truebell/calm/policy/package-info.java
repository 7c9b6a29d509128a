/** How calm a tenant is: versions, with overrides by notification type. */
@NullMarked
package io.truebell.calm.policy;

import org.jspecify.annotations.NullMarked;
