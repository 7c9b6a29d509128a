/** Bans: who refused is not tried again on that channel, until a consent or a lifting. */
@NullMarked
@ApplicationModule(displayName = "Suppression")
package io.truebell.suppression;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
