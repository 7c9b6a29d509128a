/** PostgreSQL and Redis: pools, transactions, health. */
@NullMarked
package io.truebell.admin.stores;

import org.jspecify.annotations.NullMarked;
