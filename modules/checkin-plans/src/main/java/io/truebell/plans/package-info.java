/** Check-in reminders: authorise, remind, check in, authorise the next. */
@NullMarked
@ApplicationModule(displayName = "Check-in plans")
package io.truebell.plans;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
