/** A channel whose every send needs a consent, for tests of authorisations. */
@NullMarked
package com.example.needy;

import org.jspecify.annotations.NullMarked;
