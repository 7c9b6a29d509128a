/** The life of a tenant: created, suspended, resumed, deleted. */
@NullMarked
package io.truebell.admin.tenants;

import org.jspecify.annotations.NullMarked;
