/** Habits of the REST API that every module's controllers share: problems, pages, cursors. */
@NullMarked
package io.truebell.core.rest;

import org.jspecify.annotations.NullMarked;
