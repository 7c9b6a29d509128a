/** Who may do what on the platform, and the ground that every plugin stands on. */
@ApplicationModule
@NullMarked
package io.truebell.admin;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
