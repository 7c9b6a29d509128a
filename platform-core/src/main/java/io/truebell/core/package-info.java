/** Vocabulary and ports: what every module may know, and which knows none of them. */
@ApplicationModule(displayName = "Core", type = ApplicationModule.Type.OPEN)
@NullMarked
package io.truebell.core;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
