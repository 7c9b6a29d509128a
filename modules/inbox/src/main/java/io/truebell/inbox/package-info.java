/** The in-app inbox as an API: what a person has, has read and has put away. */
@NullMarked
@ApplicationModule(displayName = "Inbox")
package io.truebell.inbox;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
