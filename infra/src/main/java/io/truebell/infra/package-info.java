/**
 * Real PostgreSQL and Redis servers as child processes on a data folder of their own, so that a
 * first run needs nothing installed.
 */
@NullMarked
package io.truebell.infra;

import org.jspecify.annotations.NullMarked;
