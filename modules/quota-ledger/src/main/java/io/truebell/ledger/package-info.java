/** Authorisations and quotas as a ledger: what was given, reserved, used, given back, and why. */
@NullMarked
@ApplicationModule(displayName = "Quota ledger")
package io.truebell.ledger;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
