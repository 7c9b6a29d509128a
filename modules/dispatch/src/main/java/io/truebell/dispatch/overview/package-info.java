/**
 * Where a tenant stands at a glance: what became of deliveries, what waits, what wants attention.
 */
@NullMarked
package io.truebell.dispatch.overview;

import org.jspecify.annotations.NullMarked;
