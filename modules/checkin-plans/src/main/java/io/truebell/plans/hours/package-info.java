/** When a person is awake, and so when to remind next. */
@NullMarked
package io.truebell.plans.hours;

import org.jspecify.annotations.NullMarked;
