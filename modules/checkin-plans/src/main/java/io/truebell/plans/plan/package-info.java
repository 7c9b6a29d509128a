/** A person's plan: its states, what moves it, and its owner's wishes. */
@NullMarked
package io.truebell.plans.plan;

import org.jspecify.annotations.NullMarked;
