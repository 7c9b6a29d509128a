/** What operators watch: how old the backlog is and how large. */
@NullMarked
package io.truebell.dispatch.gauges;

import org.jspecify.annotations.NullMarked;
