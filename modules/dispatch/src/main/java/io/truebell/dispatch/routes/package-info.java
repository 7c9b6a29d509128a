/**
 * Through which channels each notification type goes, and what follows where one provably failed.
 */
@NullMarked
package io.truebell.dispatch.routes;

import org.jspecify.annotations.NullMarked;
