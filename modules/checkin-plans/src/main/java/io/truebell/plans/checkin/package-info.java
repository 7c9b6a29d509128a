/** What people did, recorded whatever happens to reminders. */
@NullMarked
package io.truebell.plans.checkin;

import org.jspecify.annotations.NullMarked;
