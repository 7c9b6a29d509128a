/** A simulator of providers, served over real HTTP: every outcome without a provider. */
@NullMarked
@ApplicationModule(displayName = "Sandbox")
package io.truebell.sandbox;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
