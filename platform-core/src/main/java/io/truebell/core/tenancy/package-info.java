/** Whose data is being worked on: tenants, their scope, and the only way into a tenant's schema. */
@NullMarked
package io.truebell.core.tenancy;

import org.jspecify.annotations.NullMarked;
