/**
 * Frequency control: what is more than people or providers can bear goes later, together, or to the
 * inbox alone, and says so.
 */
@NullMarked
@ApplicationModule(displayName = "Frequency control")
package io.truebell.calm;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
