/** The spine: from a business fact to a true status of every message. */
@ApplicationModule(
    displayName = "Dispatch",
    allowedDependencies = {"core"})
@NullMarked
package io.truebell.dispatch;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
